#!/usr/bin/env node
/** Fails when a tracked file names the machine it was written on: absolute home or work folders, package registries, download addresses. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { treeFaults } from './tree-faults.mjs';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })
  .split('\0')
  .filter(Boolean);
const faults = tracked.flatMap((path) => treeFaults(path, readTracked(join(root, path))));
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${tracked.length} tracked files, ${faults.length} faults\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** A file that is tracked but deleted, a folder link and a binary have no text. @param {string} path */
function readTracked(path) {
  try {
    const bytes = readFileSync(path);
    return bytes.subarray(0, 8000).includes(0) ? '' : bytes.toString('utf8');
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) return '';
    throw error;
  }
}
