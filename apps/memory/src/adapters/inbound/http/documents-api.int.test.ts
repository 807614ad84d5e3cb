import { pdfOf } from '@plinth/testing';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMemoryOverHttp, type MemoryOverHttp } from './memory-http.stage';

const KEYS = {
  keeper: { tenant: 'acme', scopes: ['documents'] },
  member: { tenant: 'acme', scopes: ['memory', 'act-as'] },
  other: { tenant: 'globex', scopes: ['documents'] },
} as const;

describe('/v1/memory/documents/{id}', () => {
  let folder: string;
  let memory: MemoryOverHttp;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-documents-'));
    const keys = Object.entries(KEYS).map(([name, key]) => ({
      ...key,
      name,
      key_sha256: createHash('sha256').update(name).digest('hex'),
    }));
    await writeFile(join(folder, 'keys.json'), JSON.stringify(keys));
    memory = await startMemoryOverHttp({}, join(folder, 'keys.json'));
  }, 120_000);
  afterAll(async () => {
    await memory.close();
    await rm(folder, { recursive: true });
  });

  const call = (method: string, id: string, body?: unknown, key: keyof typeof KEYS = 'keeper') =>
    memory.call(method, `/v1/memory/documents/${encodeURIComponent(id)}`, body, { authorization: `Bearer ${key}` });
  const policy = (more: object = {}) => ({
    title: 'Refund policy',
    doc_type: 'policy',
    version: '2024-q3',
    visibility: 'org',
    media_type: 'text/plain',
    content: '5.1 Refunds take three days.\n5.2 Gift cards are not refunded.\n',
    ...more,
  });
  const codeOf = async (more: object, id = 'policy') => {
    const { status, body } = await call('PUT', id, policy(more));
    const { error } = body as { error?: { code: string; field?: string } };
    return `${status} ${error?.code} ${error?.field}`;
  };

  it('M30: takes a document, answers its clauses, and reads them back with their citations', async () => {
    expect(
      await call('PUT', 'policy_v2024_q3.pdf', policy({ valid_from: '2024-07-01', valid_until: '2024-09-30' })),
    ).toEqual({
      status: 200,
      body: {
        document_id: 'policy_v2024_q3.pdf',
        version: '2024-q3',
        outcome: 'stored',
        language: 'en',
        clauses: ['5.1', '5.2'],
        left_out: [],
      },
    });
    expect((await call('GET', 'policy_v2024_q3.pdf')).body).toMatchObject({
      version: '2024-q3',
      doc_type: 'policy',
      status: 'active',
      valid_from: '2024-07-01T00:00:00.000Z',
      valid_until: '2024-10-01T00:00:00.000Z',
      clauses: [
        { clause: '5.1', citation: 'policy_v2024_q3.pdf §5.1' },
        { clause: '5.2', citation: 'policy_v2024_q3.pdf §5.2', content: '5.2 Gift cards are not refunded.' },
      ],
    });
  });

  it('M30: takes PDF and Markdown in base 64, names the page, and lists what it left out', async () => {
    const pdf = pdfOf([
      ['ACME', '1. Scope', '1.1 All orders.'],
      ['ACME', '1.2 No gift cards.', 'Ever.'],
    ]);
    const sent = {
      content: undefined,
      content_base64: Buffer.from(pdf).toString('base64'),
      media_type: 'application/pdf',
    };
    expect((await call('PUT', 'manual.pdf', policy(sent))).body).toMatchObject({
      clauses: ['1.1', '1.2'],
      left_out: ['ACME', 'ACME'],
    });
    expect((await call('GET', 'manual.pdf')).body).toMatchObject({ clauses: [{ page: 1 }, { page: 2 }] });
    const markdown = Buffer.from('# 手册\n\n## 第一条 充电\n放回底座。\n').toString('base64');
    const handbook = { content: undefined, content_base64: markdown, media_type: 'text/markdown' };
    expect((await call('PUT', '手册', policy(handbook))).body).toMatchObject({ language: 'zh', clauses: ['第一条'] });
  });

  it('M30: takes a document far longer than other bodies may be', async () => {
    const content = Array.from({ length: 2_000 }, (_, i) => `第${i + 1}条 ${'退货须知。'.repeat(30)}`).join('\n');
    const { status, body } = await call('PUT', 'long', policy({ content }));
    expect(status).toBe(200);
    expect((body as { clauses: string[] }).clauses).toHaveLength(2_000);
  });

  it('answers the same request with unchanged, and another content under the same version with a conflict', async () => {
    await call('PUT', 'twice', policy());
    expect((await call('PUT', 'twice', policy())).body).toMatchObject({ outcome: 'unchanged' });
    expect(await codeOf({ content: '5.1 Other.' }, 'twice')).toBe('409 document_version_taken version');
  });

  it('M30: deletes every version, and says how much that was', async () => {
    await call('PUT', 'brief', policy());
    await call('PUT', 'brief', policy({ version: '2024-q4', content: '5.1 Now two days.' }));
    expect(await call('DELETE', 'brief')).toEqual({
      status: 200,
      body: { document_id: 'brief', deleted: { versions: 2, clauses: 3, terms: 3, vectors: 3 } },
    });
    expect((await call('GET', 'brief')).status).toBe(404);
    expect((await call('DELETE', 'brief')).status).toBe(404);
  });

  it.each([
    [{ colour: 'red' }, '400 invalid_request colour'],
    [{ content: undefined }, '400 invalid_request content'],
    [{ content_base64: 'eA==' }, '400 invalid_request content'],
    [{ content: undefined, content_base64: '***' }, '400 invalid_request content_base64'],
    [{ visibility: 'private' }, '400 invalid_request visibility'],
    [{ visibility: 'department' }, '400 invalid_request department'],
    [{ department: 'hr' }, '400 invalid_request department'],
    [{ doc_type: 'A B' }, '400 invalid_request doc_type'],
    [{ language: 'fr' }, '400 invalid_request language'],
    [{ version: '*' }, '400 invalid_request version'],
    [{ valid_until: 'soon' }, '400 invalid_request valid_until'],
    [{ valid_from: '2024-02-02', valid_until: '2024-01-01' }, '400 invalid_request valid_until'],
    [{ content: '  ' }, '400 document_empty content'],
    [{ content: 'a\u0000b' }, '400 invalid_text content'],
    [{ media_type: 'application/pdf' }, '400 document_broken content_base64'],
    [{ content: 'x'.repeat(2_000_001) }, '413 document_too_large content'],
    [{ content: 'x'.repeat(17_000_000) }, '413 body_too_large undefined'],
  ])('refuses %#', async (more, expected) => {
    expect(await codeOf(more)).toBe(expected);
  });

  it.each(['*', '%', ' ', '..', 'a/b', 'x'.repeat(129)])('takes no id such as %j', async (id) => {
    expect([400, 404]).toContain((await call('PUT', id, policy())).status);
  });

  it('M30: recall finds the clause that answers, names it as evidence, and finds the new version after the old', async () => {
    const recalled = async (query: string, user: string) => {
      const asked = { user_id: user, query };
      const { body } = await memory.call('POST', '/v1/memory/recall', asked, { authorization: 'Bearer member' });
      return (body as { items: { content: string; source_type: string; document?: object }[] }).items;
    };
    const expenses = {
      title: '差旅报销制度',
      content: '第一条 员工出差住宿标准为每晚五百元。\n第二条 机票须提前七日预订。\n',
      visibility: 'org',
    };
    await call('PUT', '差旅报销制度', policy(expenses));
    const [best] = await recalled('出差住宿标准是多少', 'anybody');
    expect(best).toMatchObject({
      content: '第一条 员工出差住宿标准为每晚五百元。',
      source_type: 'document',
      document: { id: '差旅报销制度', version: '2024-q3', clause: '第一条' },
    });
    const newer = { ...expenses, version: '2025-q1', content: expenses.content.replace('五百元', '六百元') };
    await call('PUT', '差旅报销制度', policy(newer));
    const contents = (await recalled('出差住宿标准是多少', 'anybody')).map(({ content }) => content);
    expect(contents[0]).toContain('六百元');
    expect(contents.join()).not.toContain('五百元');
    await call('PUT', '差旅报销制度', policy({ ...newer, visibility: 'department', department: 'finance' }));
    expect((await recalled('出差住宿标准是多少', 'anybody')).map(({ content }) => content).join()).not.toContain(
      '六百元',
    );
  });

  it('M20, M21: nobody keeps documents without the scope for it, and nobody those of another tenant', async () => {
    await call('PUT', 'own', policy());
    for (const method of ['PUT', 'GET', 'DELETE'])
      expect((await call(method, 'own', method === 'PUT' ? policy() : undefined, 'member')).status).toBe(403);
    expect((await call('GET', 'own', undefined, 'other')).status).toBe(404);
    expect((await call('DELETE', 'own', undefined, 'other')).status).toBe(404);
    expect((await call('GET', 'own')).status).toBe(200);
  });
});
