/** Debian packages that a bare machine lacks: installed when we are root, else named. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { say, withProgress } from './progress.mjs';
import { findProgram, run } from './run.mjs';

const POLICY = '/usr/sbin/policy-rc.d';

/** @param {string[]} names */
export async function installDebianPackages(names) {
  if (names.length === 0) return;
  const list = names.join(' ');
  if (process.getuid?.() !== 0)
    throw new Error(
      `this machine lacks ${names.join(', ')}; install with \`apt-get install ${list}\` as root, or start Docker`,
    );
  if (!findProgram('apt-get'))
    throw new Error(
      `this machine lacks ${names.join(', ')} and has no apt-get to install them with; install them by hand, or start Docker`,
    );
  say(`installing the Debian packages ${list}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await withProgress('reading the package lists', () => run('apt-get', ['-qq', 'update'], { env, timeoutMs: 300_000 }));
  await withoutStartingDaemons(() =>
    withProgress(`installing ${list}`, () =>
      run('apt-get', ['install', '-y', '-qq', '-o', 'DPkg::Lock::Timeout=300', '--no-install-recommends', ...names], {
        env,
        timeoutMs: 900_000,
      }),
    ),
  );
}

/** Debian's packages start their daemons unless this policy says 101. @param {() => Promise<unknown>} install */
async function withoutStartingDaemons(install) {
  const isOurs = !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await install();
  } finally {
    if (isOurs) rmSync(POLICY, { force: true });
  }
}
