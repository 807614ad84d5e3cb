#!/usr/bin/env node
/** Fails when a built package is not what its sources build to. After `npm run build`. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { distFaults, exportedFiles } from './dist-faults.mjs';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
const packages = globSync('{apps,libs}/*/project.json', { cwd: root }).map((path) => join(path, '..'));
let files = 0;
const faults = packages.flatMap((folder) => {
  const [sources, built] = [filesBelow(join(root, folder, 'src')), filesBelow(join(root, folder, 'dist'))];
  files += built.length;
  const { exports: exported } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return distFaults(sources, built, exportedFiles(exported)).map((fault) => `${folder}/${fault}`);
});
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${packages.length} built packages of ${files} files, ${faults.length} faults\n`);
process.exitCode = faults.length > 0 || packages.length === 0 ? 1 : 0;

/** @param {string} folder */
function filesBelow(folder) {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
