import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TransientError } from '@plinth/kernel';
import { metricsText } from '@plinth/telemetry';
import { until } from '@plinth/testing';
import { WatchedFolder, type FolderFile } from './watched-folder';

interface Content {
  readonly texts: readonly string[];
}

describe('WatchedFolder', () => {
  let folder: string;
  let watched: WatchedFolder<Content, string>;
  let kept: Content[];
  let logged: string[];
  let archive: { keep: (content: Content) => Promise<void> };
  let writtenAt = 1_000;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-watched-'));
    [kept, logged] = [[], []];
    archive = { keep: async (content) => void kept.push(content) };
    const note = (_fields: unknown, line?: string) => void logged.push(line ?? '');
    watched = new WatchedFolder({
      ...{ folder, what: 'rules', setting: 'RULES_DIR', read, log: { warn: note, error: note } as never },
      keep: (content) => archive.keep(content),
    });
  });
  afterEach(async () => {
    await watched.close();
    await rm(folder, { recursive: true, force: true });
  });

  const read = (files: readonly FolderFile[]): Content | { readonly faults: readonly string[] } => {
    const faults = files.filter(({ text }) => text === 'bad').map(({ name }) => name);
    return faults.length > 0 ? { faults } : { texts: files.map(({ text }) => text) };
  };
  const put = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    await utimes(join(folder, name), (writtenAt += 10), writtenAt);
  };

  it('takes its YAML files in the order of their names, and each change as a whole, once', async () => {
    await put('b.yml', 'two');
    await put('a.yaml', 'one');
    await put('notes.md', 'three');
    await watched.look();
    await watched.look();
    expect(watched.current()).toEqual({ texts: ['one', 'two'] });
    await rm(join(folder, 'b.yml'));
    await watched.look();
    expect(kept).toEqual([{ texts: ['one', 'two'] }, { texts: ['one'] }]);
  });

  it('1: holds the last good content while a file is at fault, logs it once a change, and takes the mended one', async () => {
    await put('a.yaml', 'one');
    await watched.look();
    await put('b.yaml', 'bad');
    await watched.look();
    await watched.look();
    expect([watched.current(), watched.faults]).toEqual([{ texts: ['one'] }, ['b.yaml']]);
    expect(logged).toEqual(['The rules are at fault; the last good ones hold']);
    await put('b.yaml', 'two');
    await watched.look();
    expect([watched.current(), watched.faults]).toEqual([{ texts: ['one', 'two'] }, []]);
  });

  it('1: has no content, and claims no last good one, when the first is at fault', async () => {
    await put('a.yaml', 'bad');
    await watched.look();
    expect([watched.current(), watched.faults, logged]).toEqual([undefined, ['a.yaml'], []]);
  });

  it('4: tells by gauges how many faults there are and when all files were last taken', async () => {
    const told = async () => (await metricsText()).match(/^plinth_policy_.*/gm);
    await put('a.yaml', 'bad');
    await watched.look();
    expect(await told()).toEqual([
      'plinth_policy_faults{files="rules"} 1',
      expect.stringMatching(/^plinth_policy_loaded_timestamp_seconds\{files="rules"\} /),
    ]);
    await put('a.yaml', 'one');
    const before = Date.now() / 1_000;
    await watched.look();
    const [faults, takenAt] = (await told()) ?? [];
    expect(faults).toBe('plinth_policy_faults{files="rules"} 0');
    expect(Number(takenAt?.split(' ')[1])).toBeGreaterThanOrEqual(before);
  });

  it('1, 4: tells loudly what is at fault beside a content that holds', async () => {
    const alone = new WatchedFolder<Content, string>({
      ...{ folder, what: 'rules', setting: 'RULES_DIR', keep: () => Promise.resolve() },
      read: (files) => ({ texts: files.map(({ text }) => text) }),
      faultsBeside: ({ texts }) => texts.filter((text) => text === 'bad'),
      log: { warn: jest.fn(), error: (_fields: unknown, line?: string) => void logged.push(line ?? '') } as never,
    });
    await put('a.yaml', 'bad');
    await alone.look();
    expect([alone.current(), alone.faults]).toEqual([{ texts: ['bad'] }, ['bad']]);
    expect(logged).toEqual(['Some of the rules are at fault; what held before them holds']);
  });

  it('2: holds no content that could not be kept, and tries again without a change of the folder', async () => {
    await put('a.yaml', 'one');
    const { keep } = archive;
    archive.keep = () => Promise.reject(new TransientError('postgres_unavailable', 'away'));
    await expect(watched.look()).rejects.toMatchObject({ code: 'postgres_unavailable' });
    expect(watched.current()).toBeUndefined();
    archive.keep = keep;
    await watched.look();
    expect(watched.current()).toEqual({ texts: ['one'] });
  });

  it('3: says that its folder is missing', async () => {
    await rm(folder, { recursive: true });
    await expect(watched.look()).rejects.toMatchObject({
      code: 'rules_missing',
      message: `There is no folder of rules at ${folder} (RULES_DIR).`,
    });
  });

  it('3: watches by itself, through a folder that was away', async () => {
    await put('a.yaml', 'one');
    await watched.look();
    watched.watch();
    archive.keep = () => Promise.reject(new TransientError('postgres_unavailable', 'away'));
    await put('a.yaml', 'two');
    await until('a failed look is logged', 5_000, () => logged.length > 0);
    expect(logged).toEqual(['The rules could not be looked at; the last good ones hold']);
    archive.keep = async () => undefined;
    await until('the change holds', 5_000, () => watched.current()?.texts[0] === 'two');
  });
});
