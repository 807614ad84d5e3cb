#!/usr/bin/env node
/**
 * `npm run rows`: every row that tools/rows.json claims must be named by the title of a test.
 * usage: check.mjs [root]   prints a JSON summary; exit code 1 when a claim is unknown, repeated or named by no test.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { testTitles } from './titles.mjs';

const PATTERNS = ['{apps,libs,test,tools}/**/*.{test,contract}.ts', '{apps,libs,test,tools}/**/*.test.mjs'];
const ROW = /^[TMSROXE]\d+$/;

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
/** @type {unknown} */
const claimed = JSON.parse(readFileSync(join(root, 'tools/rows.json'), 'utf8'));
if (!Array.isArray(claimed)) throw new TypeError('tools/rows.json must be a list of row ids');

const files = PATTERNS.flatMap((pattern) =>
  globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(String(path)) }),
).sort();
/** @type {Map<string, string[]>} */
const namedIn = new Map(claimed.map((id) => [id, []]));
for (const file of files) {
  const words = new Set(
    testTitles(file, readFileSync(join(root, file), 'utf8')).flatMap((title) => title.match(/[A-Za-z0-9_]+/g) ?? []),
  );
  for (const [id, where] of namedIn) if (words.has(id)) where.push(file);
}

const unknown = claimed.filter((id) => typeof id !== 'string' || !ROW.test(id));
const repeated = claimed.filter((id, index) => claimed.indexOf(id) !== index);
const missing = claimed.filter((id) => !unknown.includes(id) && namedIn.get(id)?.length === 0);
const ok = unknown.length + repeated.length + missing.length === 0;
process.stdout.write(
  `${JSON.stringify({ ok, claimed: claimed.length, files: files.length, missing, unknown, repeated, named: Object.fromEntries(namedIn) }, null, 2)}\n`,
);
if (unknown.length > 0)
  process.stderr.write(`not a row id (a letter of T M S R O X E and a number): ${unknown.join(', ')}\n`);
if (repeated.length > 0) process.stderr.write(`claimed twice: ${repeated.join(', ')}\n`);
if (missing.length > 0)
  process.stderr.write(`claimed in tools/rows.json, but no test title names: ${missing.join(', ')}\n`);
process.exitCode = ok ? 0 : 1;
