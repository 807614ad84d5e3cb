import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { structOf } from '@plinth/grpc';
import { GrpcStub, REPOSITORY } from '@plinth/testing';
import { STUB } from './grpc-provider.stage';

jest.setTimeout(120_000);

/** A process of its own: Node reads the authorities that it trusts at its start. */
const program = `
const { GrpcSkillProvider } = require(process.argv[2]);
const provider = new GrpcSkillProvider();
const context = { tenant: 't', user_id: 'u', session_id: '', turn_id: '', locale: 'en', attributes: {} };
provider
  .call({ url: process.argv[1], skill: 's', version: '1.0.0', arguments: {}, context, idempotencyKey: 'k', repeatable: true, timeoutMs: 5000 })
  .then((answer) => { console.log(JSON.stringify(answer)); provider.close(); });
`;

describe('S4: a provider at grpcs://', () => {
  let folder: string;
  let stub: GrpcStub;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-tls-'));
    await writeFile(join(folder, 'san'), 'subjectAltName=DNS:localhost');
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
    const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    openssl('req', '-x509', ...ec, '-keyout', 'ca.key', '-subj', '/CN=authority', '-days', '1', '-out', 'ca.pem');
    openssl('req', ...ec, '-keyout', 'key.pem', '-subj', '/CN=provider', '-out', 'csr.pem');
    const issuer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'san', '-days', '1'];
    openssl('x509', '-req', '-in', 'csr.pem', ...issuer, '-out', 'cert.pem');
    const [cert, key] = await Promise.all(['cert.pem', 'key.pem'].map((name) => readFile(join(folder, name))));
    if (!cert || !key) throw new Error('openssl made no certificate');
    stub = await GrpcStub.start({
      ...STUB,
      tls: { cert, key },
      serve: () => ({ message: { result: structOf({ a: 1 }) } }),
    });
  });
  afterAll(async () => {
    stub.close();
    await rm(folder, { recursive: true });
  });

  async function call(url: string, environment: Readonly<Record<string, string>>): Promise<unknown> {
    const child = spawn(
      process.execPath,
      [
        '--conditions=development',
        '--require',
        '@swc-node/register',
        '-e',
        program,
        url,
        join(__dirname, 'grpc-skill-provider'),
      ],
      { cwd: REPOSITORY, env: { PATH: process.env.PATH, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let said = '';
    for await (const chunk of child.stdout) said += String(chunk);
    return JSON.parse(said);
  }

  it('is called when an authority vouches for it that is trusted here, and is not reached when none does', async () => {
    const url = `grpcs://${stub.address.replace('127.0.0.1', 'localhost')}`;
    const trusting = { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') };
    expect(await call(url, trusting)).toEqual({ kind: 'answered', result: { a: 1 } });
    expect(await call(url, {})).toEqual({ kind: 'not_sent' });
    expect(await call(`grpc://${stub.address}`, trusting)).not.toMatchObject({ kind: 'answered' });
  });
});
