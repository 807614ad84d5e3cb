import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Flow } from '../../../domain/flow/flow';
import { POLICY_YAML, REFUND_YAML, refundFlow } from '../../../domain/flow/refund-flow.stage';
import { FlowFiles } from './flow-files';

class Archive {
  readonly stored = new Map<string, Flow>();
  async store(flows: readonly Flow[]): Promise<void> {
    for (const flow of flows) this.stored.set(flow.hash, flow);
  }
  async fetch(hash: string): Promise<Flow | undefined> {
    return this.stored.get(hash);
  }
}

describe('FlowFiles', () => {
  let folder: string;
  let archive: Archive;
  let errors: unknown[];
  let clock = 1_000;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-flows-'));
    archive = new Archive();
    errors = [];
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const put = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    await utimes(join(folder, name), (clock += 10), clock);
  };
  const files = () =>
    new FlowFiles({
      folder,
      archive,
      log: { info: () => undefined, error: (line: unknown) => void errors.push(line) } as never,
    });
  const names = (from: FlowFiles) => from.current().map(({ definition }) => definition.name);

  it('T4: reloads on change, keeps the versions it has seen, and stores a version before it offers it', async () => {
    await put('refund.yaml', REFUND_YAML);
    const flows = files();
    await flows.open();
    expect(names(flows)).toEqual(['refund']);
    await put('policy.yml', POLICY_YAML);
    await put('refund.yaml', REFUND_YAML.replace('确认退款吗', '要退吗'));
    await flows.reload();
    expect(names(flows)).toEqual(['policy', 'refund']);
    expect(flows.current()[1]?.hash).not.toBe(refundFlow.hash);
    expect(flows.byHash(refundFlow.hash)).toEqual(refundFlow);
    expect([...archive.stored.keys()]).toEqual(expect.arrayContaining([refundFlow.hash, flows.current()[1]?.hash]));
    const other = files();
    await other.open();
    expect(other.byHash(refundFlow.hash)).toBeUndefined();
    await other.fetch(refundFlow.hash);
    expect(other.byHash(refundFlow.hash)).toEqual(refundFlow);
  });

  it('keeps the last good set while a file is at fault, names file, path and reason, and takes the mended one', async () => {
    await put('refund.yaml', REFUND_YAML);
    const flows = files();
    await flows.open();
    await put('refund.yaml', REFUND_YAML.replace('to: stopped', 'to: nowhere'));
    await flows.reload();
    await flows.reload();
    expect(names(flows)).toEqual(['refund']);
    expect(flows.current()[0]?.hash).toBe(refundFlow.hash);
    expect(errors).toHaveLength(1);
    expect(JSON.stringify(errors, (_key, value: unknown) => (value instanceof Error ? value.message : value))).toMatch(
      /refund\.yaml: states\.confirm\.on\.1\.to: there is no state 'nowhere'/,
    );
    await put('refund.yaml', REFUND_YAML.replace('确认退款吗', '要退吗'));
    await flows.reload();
    expect(flows.current()[0]?.hash).not.toBe(refundFlow.hash);
  });

  it('refuses to start on a file at fault, on two flows of one name and without its folder', async () => {
    await put('a.yaml', REFUND_YAML);
    await put('b.yaml', REFUND_YAML);
    await expect(files().open()).rejects.toMatchObject({
      code: 'flow_invalid',
      message: expect.stringContaining('b.yaml') as string,
    });
    const folderless = {
      folder: join(folder, 'missing'),
      archive,
      log: { info: () => undefined, error: () => undefined },
    };
    await expect(new FlowFiles(folderless as never).open()).rejects.toMatchObject({ code: 'flows_missing' });
  });
});
