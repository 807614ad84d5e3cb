import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileEffectMemory } from './index';

describe('FileEffectMemory', () => {
  it('T3: acts once for a key over concurrent calls and over a restart, and cuts a half-written line off', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-effects-'));
    const path = join(folder, 'effects.jsonl');
    let acts = 0;
    const act = (): Promise<Record<string, unknown>> => Promise.resolve({ id: (acts += 1) });
    const first = await FileEffectMemory.open(path);
    const both = Promise.all([first.once('a', act), first.once('a', act)]);
    expect(await first.lookUp('a')).toEqual({ status: 'pending' });
    expect(await both).toEqual([{ id: 1 }, { id: 1 }]);
    await first.close();
    await appendFile(path, '{"key":"b","resu');
    const second = await FileEffectMemory.open(path);
    expect(await second.lookUp('a')).toEqual({ status: 'known', result: { id: 1 } });
    expect(await second.lookUp('b')).toEqual({ status: 'not_known' });
    expect(await second.once('a', act)).toEqual({ id: 1 });
    expect(await second.once('b', act)).toEqual({ id: 2 });
    await second.close();
    expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(2);
    await rm(folder, { recursive: true });
  });
});
