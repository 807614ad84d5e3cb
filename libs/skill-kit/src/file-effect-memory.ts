import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { InProcessEffectMemory } from './effect-memory';

const line = z.object({ key: z.string(), result: z.record(z.string(), z.unknown()) });

/**
 * The effects of one provider, one JSON line each, in a file of its own that no other process writes; the line is the effect.
 * 1. A key has at most one line, whatever dies when: an effect happens by the append of its line.
 * 2. An answer is given only after its line is on disk (fsync).
 * 3. A half-written last line (a crash within the append) was never answered; it is cut off at the next start.
 */
export class FileEffectMemory extends InProcessEffectMemory {
  private constructor(
    private readonly file: FileHandle,
    private readonly onDisk: Map<string, Record<string, unknown>>,
  ) {
    super(onDisk);
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
    return this.onDisk.get(key);
  }

  close(): Promise<void> {
    return this.file.close();
  }

  protected override async keep(key: string, result: Record<string, unknown>): Promise<void> {
    await this.file.appendFile(`${JSON.stringify({ key, result })}\n`);
    await this.file.datasync();
  }
}
