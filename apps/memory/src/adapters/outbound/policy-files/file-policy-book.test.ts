import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tenantId } from '@plinth/kernel';
import { createLogger, metricsText } from '@plinth/telemetry';
import { until } from '@plinth/testing';
import { ReadPolicy } from '../../../features/read-policy/read-policy';
import { FilePolicyBook } from './file-policy-book';

const [acme, globex, other] = [tenantId('acme'), tenantId('globex'), tenantId('other')];
const logged: string[] = [];
const logger = createLogger({ service: 'test', destination: { write: (line) => void logged.push(line) } });
const mode = (chosen: string): string => `gate:\n  mode: ${chosen}\n`;

describe('FilePolicyBook', () => {
  let folder: string;
  let book: FilePolicyBook;

  const put = (name: string, text: string) => writeFile(join(folder, name), text);
  const modes = () => [acme, globex, other].map((tenant) => book.of(tenant).gate.mode);
  const faults = (tenant = acme) => new ReadPolicy(book).read(tenant).faults;

  beforeEach(async () => {
    logged.length = 0;
    folder = await mkdtemp(join(tmpdir(), 'plinth-policies-'));
    book = new FilePolicyBook(folder, logger);
    await put('default.yaml', mode('confirm'));
    await put('acme.yaml', mode('learn'));
    await put('globex.yaml', mode('learn'));
  });
  afterEach(async () => {
    await book.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['a rule that is broken', mode('sometimes'), { at: 'gate.mode' }],
    ['no YAML', 'gate: [', { at: 'line 1' }],
    ['an alias of nothing', 'gate: *nowhere', { file: 'acme.yaml' }],
    ['no mapping', '- 1', { file: 'acme.yaml' }],
  ])(
    'starts with %s in the file of one tenant: that one is served by default.yaml, loudly',
    async (_what, text, at) => {
      await put('acme.yaml', text);
      await book.open();
      expect(modes()).toEqual(['confirm', 'learn', 'confirm']);
      expect(faults()).toEqual([expect.objectContaining(at)]);
      expect(logged.join('')).toContain('Some of the memory_policies are at fault');
      expect(await metricsText()).toContain('plinth_policy_faults{files="memory_policies"} 1');
    },
  );

  it('shows the faults of a file to its own tenant alone', async () => {
    await put('acme.yaml', mode('sometimes'));
    await book.open();
    expect(faults(acme)).toHaveLength(1);
    expect([faults(globex), faults(other), faults(tenantId('default'))]).toEqual([[], [], []]);
  });

  it('holds the last good policy of a tenant while others change, and takes it when it is mended', async () => {
    await book.open();
    await put('acme.yaml', 'gate: [');
    await until('the fault is seen', 5_000, () => faults().length > 0);
    await put('globex.yaml', '# by default\n' + mode('confirm'));
    await until('the other tenant is served anew', 5_000, () => book.of(globex).gate.mode === 'confirm');
    expect(modes()).toEqual(['learn', 'confirm', 'confirm']);
    await put('acme.yaml', '# mended now\n' + mode('confirm'));
    await until('the mended file holds', 5_000, () => faults().length === 0);
    expect(modes()).toEqual(['confirm', 'confirm', 'confirm']);
  });

  it('takes neither of two files of one tenant', async () => {
    await put('acme.yml', mode('learn'));
    await book.open();
    expect([book.of(acme).gate.mode, faults()]).toEqual([
      'confirm',
      [{ file: 'acme.yml', at: '', rule: 'one_file_a_tenant' }],
    ]);
  });

  it('does not start with a fault in default.yaml, and later holds the last good one', async () => {
    await put('default.yaml', mode('sometimes'));
    await expect(book.open()).rejects.toMatchObject({ code: 'memory_policies_invalid' });
    await put('default.yaml', mode('confirm') + '# good again\n');
    await book.open();
    await put('default.yaml', 'gate: [');
    await until('the fault is seen', 5_000, () => faults(tenantId('default')).length > 0);
    expect(modes()).toEqual(['learn', 'learn', 'confirm']);
  });
});
