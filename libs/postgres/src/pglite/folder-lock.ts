import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PermanentError } from '@plinth/kernel';

/**
 * An exclusive lock on a folder, held by the operating system for this process: it ends with the process, however that dies.
 * SQLite's file lock is the one such lock that Node has without a native package. `lock.pid` only tells a person who holds it.
 */
export class FolderLock {
  private constructor(private readonly database: DatabaseSync) {}

  /** Throws PermanentError(`data_dir_locked`) naming folder and holder. */
  static take(folder: string): FolderLock {
    mkdirSync(folder, { recursive: true });
    const database = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 });
    try {
      // No journal file, which a killed holder would leave for the next one to play back.
      database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
    } catch (error) {
      database.close();
      if (!isBusy(error)) throw error;
      throw new PermanentError(
        'data_dir_locked',
        `The data folder ${folder} is in use by process ${holderOf(folder)}; stop it, or choose another folder.`,
        {},
        { cause: error },
      );
    }
    writeFileSync(join(folder, 'lock.pid'), `${process.pid}\n`);
    return new FolderLock(database);
  }

  release(): void {
    this.database.close();
  }
}

const SQLITE_BUSY = 5;
const isBusy = (error: unknown) =>
  typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === SQLITE_BUSY;

function holderOf(folder: string): string {
  try {
    return readFileSync(join(folder, 'lock.pid'), 'utf8').trim() || 'unknown';
  } catch (error) {
    // The holder took the lock this instant and has not written its id yet.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return 'unknown';
    throw error;
  }
}
