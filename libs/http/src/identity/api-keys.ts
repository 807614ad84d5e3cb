import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { PermanentError } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import type { Identity } from './identity';
import { parseApiKeys, type ApiKey } from './parse-api-keys';

/**
 * The keys of one file. Owns the timer that looks at the file.
 * K1 A key is compared by its SHA-256, with every entry, in constant time.
 * K2 A change of the file holds within `pollMs`; a file that cannot be read or used leaves the last good keys in force.
 */
export class ApiKeys {
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly file: string,
    private keys: readonly ApiKey[],
    private version: string,
    private readonly logger: Logger,
  ) {}

  /** Throws PermanentError `api_keys_unreadable` or `api_keys_invalid` when there are no first keys to work with. */
  static async open(file: string, logger: Logger, pollMs = 1_000): Promise<ApiKeys> {
    try {
      const version = await versionOf(file);
      const opened = new ApiKeys(file, parseApiKeys(await readFile(file, 'utf8')), version, logger);
      opened.timer = setInterval(() => void opened.refresh(), pollMs).unref();
      return opened;
    } catch (error) {
      if (error instanceof PermanentError) throw error;
      throw new PermanentError(
        'api_keys_unreadable',
        'The file of API keys (PLINTH_API_KEYS) cannot be read.',
        {},
        { cause: error },
      );
    }
  }

  identify(key: string): Identity | undefined {
    const hash = createHash('sha256').update(key).digest();
    let found: Identity | undefined;
    for (const entry of this.keys) if (timingSafeEqual(entry.hash, hash)) found = entry.identity;
    return found;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async refresh(): Promise<void> {
    const version = await versionOf(this.file).catch(() => UNREADABLE);
    if (version === this.version) return;
    this.version = version;
    try {
      this.keys = parseApiKeys(await readFile(this.file, 'utf8'));
      this.logger.info({ keys: this.keys.length }, 'API keys loaded again');
    } catch (error) {
      if (!(error instanceof PermanentError)) this.version = UNREADABLE;
      this.logger.error({ err: error }, 'the file of API keys cannot be used: the last good keys stay in force');
    }
  }
}

const UNREADABLE = 'unreadable';

async function versionOf(file: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(file);
  return `${mtimeMs}:${size}:${ino}`;
}
