#!/usr/bin/env node
/**
 * `npm run rows`: every row that tools/rows.json claims must be named by the title of a test, and no module may number its own
 * invariants as rows are numbered: a test that cites one would pass for the proof of a row.
 * A claim is a row id, or `{ "row": …, "part": … }` where only a part of the row is claimed; the parts are printed.
 * usage: check.mjs [root]   prints a JSON summary; exit code 1 when a claim is unknown, repeated or named by no test, or an invariant takes a row's id.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readClaims } from './claims.mjs';
import { invariantsNamedAsRows } from './invariants.mjs';
import { testTitles } from './titles.mjs';

const TESTS = ['{apps,libs,test,tools}/**/*.{test,contract}.ts', '{apps,libs,test,tools}/**/*.test.mjs'];
const SOURCES = ['{apps,libs,test,tools}/**/*.{ts,mjs,cjs}'];

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
/** @param {readonly string[]} patterns @returns {string[]} */
const filesOf = (patterns) =>
  patterns
    .flatMap((pattern) =>
      globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(String(path)) }),
    )
    .sort();
/** @param {string} file */
const read = (file) => readFileSync(join(root, file), 'utf8');

const { claimed, parts, unknown, repeated } = readClaims(JSON.parse(read('tools/rows.json')));
const tests = filesOf(TESTS);
/** @type {Map<string, string[]>} */
const namedIn = new Map(claimed.map((id) => [id, []]));
for (const file of tests) {
  const words = new Set(testTitles(file, read(file)).flatMap((title) => title.match(/[A-Za-z0-9_]+/g) ?? []));
  for (const [id, where] of namedIn) if (words.has(id)) where.push(file);
}
const missing = claimed.filter((id) => namedIn.get(id)?.length === 0);
const invariants = filesOf(SOURCES).flatMap((file) => invariantsNamedAsRows(file, read(file)));

const ok = unknown.length + repeated.length + missing.length + invariants.length === 0;
const summary = { ok, claimed: claimed.length, files: tests.length, missing, unknown, repeated, invariants, parts };
process.stdout.write(`${JSON.stringify({ ...summary, named: Object.fromEntries(namedIn) }, null, 2)}\n`);
if (unknown.length > 0)
  process.stderr.write(
    `not a row id (a letter of T M S R O X E and a number), or a part without words: ${unknown.join(', ')}\n`,
  );
if (repeated.length > 0) process.stderr.write(`claimed twice: ${repeated.join(', ')}\n`);
if (missing.length > 0)
  process.stderr.write(`claimed in tools/rows.json, but no test title names: ${missing.join(', ')}\n`);
if (invariants.length > 0)
  process.stderr.write(
    `an invariant of a module is numbered like a row; number it "1." and let tests cite "<module> 1":\n${invariants.join('\n')}\n`,
  );
process.exitCode = ok ? 0 : 1;
