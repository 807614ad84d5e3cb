import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const REPOSITORY = resolve(__dirname, '../..');

/** A repository in a temporary folder: packages with a front door each, stub npm packages, and what a probe plants. */
export class PlantedTree {
  readonly root = mkdtempSync(join(tmpdir(), 'plinth-probes-'));

  write(path: string, text: string): void {
    const target = join(this.root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }

  /** A package of ours, reachable as `@plinth/<name>` the way npm workspaces link it. */
  ownPackage(folder: 'apps' | 'libs', name: string): void {
    const exports = { '.': { development: './src/index.ts', default: './dist/index.js' } };
    this.write(
      `${folder}/${name}/package.json`,
      JSON.stringify({ name: `@plinth/${name}`, version: '0.1.0', exports }),
    );
    this.write(`${folder}/${name}/src/index.ts`, `export const front = '${name}';\n`);
    const link = join(this.root, 'node_modules/@plinth', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join('../..', folder, name), link);
  }

  /** A stub whose entry lies in `dist/`, as that of many published packages does: our rules leave out only our own `dist/`. */
  npmPackage(name: string): void {
    this.write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'dist/index.js' }));
    this.write(`node_modules/${name}/dist/index.js`, 'module.exports = {};\n');
  }

  /** Runs a program of this repository's node_modules in the tree and gives its standard output, whatever its exit code. */
  run(program: string, args: readonly string[]): Promise<string> {
    const command = join(REPOSITORY, 'node_modules/.bin', program);
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      PATH: `${join(REPOSITORY, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
    };
    return new Promise((done, fail) => {
      execFile(command, args, { cwd: this.root, env, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
        if (stdout) done(stdout);
        else fail(new Error(`${program} printed nothing: ${stderr}`, { cause: error }));
      });
    });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
