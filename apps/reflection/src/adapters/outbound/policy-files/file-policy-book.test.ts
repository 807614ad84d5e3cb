import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FixedClock } from '@plinth/kernel';
import { createLogger } from '@plinth/telemetry';
import type { PolicyFile } from '../../../domain/policy/policy';
import { PolicyArchive } from '../../../ports/policy-archive';
import { FilePolicyBook } from './file-policy-book';

class InMemoryArchive extends PolicyArchive {
  readonly kept = new Map<string, readonly PolicyFile[]>();
  keep(version: string, policies: readonly PolicyFile[]): Promise<void> {
    this.kept.set(version, policies);
    return Promise.resolve();
  }
  find(version: string): Promise<readonly unknown[] | undefined> {
    return Promise.resolve(this.kept.get(version));
  }
}

const SAMPLES = join(__dirname, '../../../../../samples/customer-service/policies');
const logged: string[] = [];
const logger = createLogger({ service: 'test', destination: { write: (line) => void logged.push(line) } });

describe('FilePolicyBook', () => {
  let folder: string;
  let book: FilePolicyBook;
  const archive = new InMemoryArchive();

  beforeEach(async () => {
    logged.length = 0;
    folder = await mkdtemp(join(tmpdir(), 'plinth-policies-'));
    await cp(SAMPLES, folder, { recursive: true });
    book = new FilePolicyBook(folder, archive, new FixedClock(0), logger);
    await book.open();
  });
  afterEach(async () => {
    await book.close();
    await rm(folder, { recursive: true });
  });

  const until = async (holds: () => boolean): Promise<void> => {
    for (let waited = 0; waited < 5_000 && !holds(); waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(holds()).toBe(true);
  };

  it('R4: loads the policies of the sample shop, whose examples all hold', () => {
    expect(book.current().policies.map(({ name }) => name)).toEqual(['refund', 'wording']);
    expect(book.faults).toEqual([]);
  });

  it('R4: takes a changed policy without a restart, and T4: still finds the version that a turn has pinned', async () => {
    const before = book.current().version;
    const path = join(folder, 'wording.yaml');
    await writeFile(
      path,
      (await readFile(path, 'utf8')).replace('promises nothing absolute', 'promises nothing that is absolute'),
    );
    await until(() => book.current().version !== before);
    expect((await book.byVersion(before))?.version).toBe(before);
    const elsewhere = new FilePolicyBook(folder, archive, new FixedClock(0), logger);
    expect((await elsewhere.byVersion(before))?.version).toBe(before);
  });

  it('R4: keeps the last good set when a file is at fault, and names the file and the place', async () => {
    const before = book.current().version;
    await writeFile(join(folder, 'broken.yaml'), 'name: broken\nchecks: [{ kind: unheard_of }]\n');
    await until(() => book.faults.length > 0);
    expect(book.current().version).toBe(before);
    expect(book.faults.map(({ policy, at }) => `${policy} ${at}`)).toContain('broken.yaml checks.0.kind');
    expect(logged.join('')).toContain('the last good ones hold');
  });

  it('refuses to start on policies that cannot be used, says which, and claims no last good ones', async () => {
    await writeFile(join(folder, 'broken.yaml'), 'name: [');
    const second = new FilePolicyBook(folder, archive, new FixedClock(0), logger);
    await expect(second.open()).rejects.toThrow(/broken\.yaml at line/);
    expect(logged.join('')).not.toContain('hold');
  });
});
