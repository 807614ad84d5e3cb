/** Files and folders that appear whole or not at all. */
import {
  chownSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** @param {string} path @param {string} text @param {number} [mode] */
export function writeWhole(path, text, mode = 0o644) {
  const draft = `${path}.${process.pid}.tmp`;
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode });
  renameSync(draft, path);
}

/** @param {string} path @returns {string | undefined} undefined when there is no such file */
export const readIfThere = (path) => unless(['ENOENT'], () => readFileSync(path, 'utf8'));

/** Facts of a process under /proc; undefined when it has ended or is not ours to look at. @template T @param {() => T} read */
export const ofProcess = (read) => unless(['ENOENT', 'ESRCH', 'EACCES', 'EPERM'], read);

/** @template T @param {string[]} codes @param {() => T} read @returns {T | undefined} undefined when it fails with one of the codes */
function unless(codes, read) {
  try {
    return read();
  } catch (error) {
    if (codes.includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) return undefined;
    throw error;
  }
}

/**
 * Fills a folder beside `path` and renames it into place; a failed or killed `fill` leaves no `path`. The caller holds a lock.
 * @param {string} path @param {(draft: string) => Promise<void>} fill
 */
export async function makeFolderWhole(path, fill) {
  const prefix = `.${basename(path)}.tmp-`;
  mkdirSync(dirname(path), { recursive: true });
  for (const name of readdirSync(dirname(path)))
    if (name.startsWith(prefix)) rmSync(join(dirname(path), name), { recursive: true });
  const draft = join(dirname(path), `${prefix}${process.pid}`);
  mkdirSync(draft);
  try {
    await fill(draft);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/**
 * A private folder that belongs to the account the servers run under.
 * @param {string} path @param {import('./paths.mjs').Account | undefined} account
 */
export function makePrivateFolder(path, account) {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account) chownSync(path, account.uid, account.gid);
}

/** @param {string} path @param {import('./paths.mjs').Account | undefined} account */
export function giveFile(path, account) {
  if (account) lchownSync(path, account.uid, account.gid);
}
