import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PermanentError, Repeating } from '@plinth/kernel';
import { gauge, zero, type Logger } from '@plinth/telemetry';

const POLL_MS = 1_000;

export interface FolderFile {
  readonly name: string;
  readonly text: string;
}

export interface WatchedFolderOptions<Content, Fault> {
  readonly folder: string;
  /** What is in it, for people and codes: `policies`. */
  readonly what: string;
  /** The variable that names the folder. */
  readonly setting: string;
  /** Makes one content of all files, which come in the order of their names, or says what is at fault with them. */
  readonly read: (files: readonly FolderFile[]) => Content | { readonly faults: readonly Fault[] };
  /** For a folder whose files stand alone: what is at fault beside a content that holds all the same. */
  readonly faultsBeside?: (content: Content) => readonly Fault[];
  /** Puts a content where other replicas find it; whatever it throws, the content does not hold. */
  readonly keep: (content: Content) => Promise<void>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/**
 * The `*.yaml` and `*.yml` of a folder. Owns the content that holds, and the watch over the folder.
 * 1. The content changes as a whole: while any file is at fault the last good one holds, and the faults are logged once per change; but
 *    for a reader whose files stand alone, which says what is at fault beside the content.
 * 2. A content holds only after it was kept.
 * 3. A folder that cannot be read, or a content that cannot be kept, is looked at again a second later; logged once in a row.
 * 4. Two gauges tell of it: faults as they are now, and when all files were last taken without any.
 */
export class WatchedFolder<Content extends object, Fault> {
  private content: Content | undefined;
  private lastFaults: readonly Fault[] = [];
  private fingerprint: string | undefined;
  private readonly watching: Repeating;

  constructor(private readonly options: WatchedFolderOptions<Content, Fault>) {
    const { log, what } = options;
    zero('plinth_policy_faults', { files: [what] });
    zero('plinth_policy_loaded_timestamp_seconds', { files: [what] });
    this.watching = new Repeating(
      () => this.look(),
      POLL_MS,
      (error) =>
        log[error instanceof PermanentError ? 'error' : 'warn'](
          { err: error },
          `The ${what} could not be looked at; the last good ones hold`,
        ),
    );
  }

  watch(): void {
    this.watching.start();
  }

  close(): Promise<void> {
    return this.watching.stop();
  }

  /** Undefined until a first content holds. */
  current(): Content | undefined {
    return this.content;
  }

  /** What is at fault with the files as they are now; empty when their content holds. */
  get faults(): readonly Fault[] {
    return this.lastFaults;
  }

  /** Takes what has changed since the last look. Throws PermanentError `<what>_missing`, and what `keep` throws. */
  async look(): Promise<void> {
    const { folder, what, read, keep, log } = this.options;
    const names = await namesIn(this.options);
    const fingerprint = await fingerprintOf(folder, names);
    if (fingerprint === this.fingerprint) return;
    const found = read(
      await Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') }))),
    );
    if ('faults' in found) {
      this.tell(found.faults);
      if (this.content) log.error({ faults: found.faults }, `The ${what} are at fault; the last good ones hold`);
    } else {
      await keep(found);
      this.content = found;
      const faults = this.options.faultsBeside?.(found) ?? [];
      this.tell(faults);
      if (faults.length > 0) log.error({ faults }, `Some of the ${what} are at fault; what held before them holds`);
    }
    this.fingerprint = fingerprint;
  }

  private tell(faults: readonly Fault[]): void {
    const files = this.options.what;
    this.lastFaults = faults;
    gauge('plinth_policy_faults').set({ files }, faults.length);
    if (faults.length === 0) gauge('plinth_policy_loaded_timestamp_seconds').setToCurrentTime({ files });
  }
}

type Place = Pick<WatchedFolderOptions<never, never>, 'folder' | 'what' | 'setting'>;

async function namesIn({ folder, what, setting }: Place): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    const message = `There is no folder of ${what} at ${folder} (${setting}).`;
    throw new PermanentError(`${what}_missing`, message, {}, { cause: error });
  });
  return names.filter((name) => /\.ya?ml$/.test(name)).sort();
}

/** Changes whenever a file is written, added or removed. */
async function fingerprintOf(folder: string, names: readonly string[]): Promise<string> {
  const stamps = names.map(async (name) => {
    const { mtimeMs, size } = await stat(join(folder, name));
    return [name, mtimeMs, size];
  });
  return JSON.stringify(await Promise.all(stamps));
}
