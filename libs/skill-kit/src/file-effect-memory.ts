import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { EffectMemory, type EffectStatus } from './effect-memory';

const line = z.object({ key: z.string(), result: z.record(z.string(), z.unknown()) });

/**
 * The effects of one provider, one JSON line each, in a file of its own that no other process writes; the line is the effect.
 * 1. A key has at most one line, whatever dies when: an effect happens by the append of its line.
 * 2. An answer is given only after its line is on disk (fsync).
 * 3. A half-written last line (a crash within the append) was never answered; it is cut off at the next start.
 */
export class FileEffectMemory extends EffectMemory {
  private readonly underWay = new Map<string, Promise<Record<string, unknown>>>();

  private constructor(
    private readonly file: FileHandle,
    private readonly results: Map<string, Record<string, unknown>>,
  ) {
    super();
  }

  static async open(path: string): Promise<FileEffectMemory> {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, 'a+');
    const text = await readFile(path, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) await file.truncate(Buffer.byteLength(whole));
    const entries = whole
      .split('\n')
      .filter(Boolean)
      .map((entry) => line.parse(JSON.parse(entry)));
    return new FileEffectMemory(file, new Map(entries.map((entry) => [entry.key, entry.result])));
  }

  /** What is on disk under the key. */
  find(key: string): Record<string, unknown> | undefined {
    return this.results.get(key);
  }

  async once(key: string, act: () => Promise<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const known = this.results.get(key) ?? this.underWay.get(key);
    if (known) return known;
    const result = this.record(key, act).finally(() => this.underWay.delete(key));
    this.underWay.set(key, result);
    return result;
  }

  async lookUp(key: string): Promise<EffectStatus> {
    const result = this.results.get(key);
    if (result) return { status: 'known', result };
    return { status: this.underWay.has(key) ? 'pending' : 'not_known' };
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async record(key: string, act: () => Promise<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const result = await act();
    await this.file.appendFile(`${JSON.stringify({ key, result })}\n`);
    await this.file.datasync();
    this.results.set(key, result);
    return result;
  }
}
