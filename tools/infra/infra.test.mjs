/** What needs no server: `node --test tools/infra/infra.test.mjs`. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { composeVariables, runningServices } from './docker.mjs';
import { envFor, infraEnv, parseEnv, passwordsOf, printEnv, writeInfraEnv } from './env.mjs';
import { makeFolderWhole } from './files.mjs';
import { serverProperties } from './kafka.mjs';
import { withLock } from './lock.mjs';
import { tail } from './log-file.mjs';
import { blockedFolder, repositoryRoot } from './paths.mjs';
import { parseBasePort, portHolder, portsFrom, portTakenMessage, requireFreePorts, socketInodes } from './ports.mjs';
import { SERVER_SETTINGS } from './postgres.mjs';
import { bootId, endProcess, forgetEnded, judge, processFacts, runningPid, startDetached } from './process.mjs';
import { redisArguments } from './redis.mjs';
import { makeSettings, removeSetUp } from './settings.mjs';
import { printStatus } from './status.mjs';

let dir = '';
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'plinth-infra-test-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('ports', () => {
  it('come four in a row from the base', () => {
    assert.deepEqual(portsFrom(26400), { kafka: 26400, kafkaController: 26401, redis: 26402, postgres: 26403 });
  });

  it('are left open by an empty variable and refused by name when they are no port', () => {
    for (const nothing of [undefined, '']) assert.equal(parseBasePort(nothing), undefined);
    assert.equal(parseBasePort('57000'), 57000);
    for (const wrong of ['abc', '80', '65533', '1e9', '26400.5'])
      assert.throws(() => parseBasePort(wrong), /PLINTH_INFRA_PORT/);
  });

  it('that another process holds stop the start with the port, the holder and the way out', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    await assert.rejects(requireFreePorts({ Redis: port }, 0), (/** @type {Error} */ error) => {
      assert.match(error.message, new RegExp(`port ${port}, wanted for Redis, is taken by .*\\(pid ${process.pid}\\)`));
      assert.match(error.message, /PLINTH_INFRA_PORT/);
      return true;
    });
    server.close();
    await once(server, 'close');
    await requireFreePorts({ Redis: port }, 0);
    assert.equal(portHolder(port), undefined);
  });

  it('are named as taken even when the holder cannot be seen', () => {
    assert.match(
      portTakenMessage('Kafka', 26400, undefined),
      /port 26400, wanted for Kafka, is taken by another process/,
    );
  });

  it('are found in the kernel’s table by local address only', () => {
    const table = [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '   0: 0100007F:6720 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4242 1',
      '   1: 0100007F:A000 0100007F:6720 01 00000000:00000000 00:00000000 00000000     0        0 4343 1',
    ].join('\n');
    assert.deepEqual(socketInodes(table, 26400), ['4242']);
  });
});

describe('the env file', () => {
  it('is read back as it was written', () => {
    const env = envFor(portsFrom(26400), { redis: 'a', app: 'b', admin: 'c' });
    assert.deepEqual(parseEnv(printEnv(env)), env);
    assert.deepEqual(passwordsOf(env), { redis: 'a', app: 'b', admin: 'c' });
  });

  it('may hold comments, blank lines, carriage returns and values with an equals sign', () => {
    assert.deepEqual(parseEnv('# note\r\n\r\nA=1\r\nB=x=y\n'), { A: '1', B: 'x=y' });
  });

  it('is private, and keeps its passwords when the ports change', () => {
    const first = writeInfraEnv(dir, portsFrom(26400));
    const second = writeInfraEnv(dir, portsFrom(57400));
    assert.equal(statSync(join(dir, 'env')).mode & 0o777, 0o600);
    assert.deepEqual(passwordsOf(second), passwordsOf(first));
    assert.deepEqual(infraEnv(dir), second);
    assert.match(second.PLINTH_POSTGRES_URL, /^postgres:\/\/app:[0-9a-f]{32}@127\.0\.0\.1:57403\/app$/);
  });

  it('that does not exist or lacks a key says what to run', () => {
    assert.throws(() => infraEnv(dir), /npm run infra:up/);
    writeFileSync(join(dir, 'env'), 'PLINTH_KAFKA_BROKERS=127.0.0.1:1\n');
    assert.throws(
      () => infraEnv(dir),
      /lacks PLINTH_REDIS_URL, PLINTH_POSTGRES_URL, PLINTH_POSTGRES_ADMIN_URL.*infra:up/,
    );
  });
});

describe('a process', () => {
  const expected = (program = /^sleep$/) => ({ record: join(dir, 'x.pid'), cwd: dir, program });
  const startSleep = () => startDetached(expected(), { file: 'sleep', args: ['60'], log: join(dir, 'x.log') });
  afterEach(() => endProcess(expected(), 'SIGKILL'));
  /** @param {number} pid */
  const isAlive = (pid) => !['Z', 'X', undefined].includes(processFacts(pid)?.state);
  it('that we started is found again from its record and ended', async () => {
    const { pid } = await startSleep();
    assert.equal(runningPid(expected()), pid);
    assert.equal(await endProcess(expected(), 'SIGTERM'), 'ended');
    assert.equal(isAlive(pid), false);
    assert.equal(await endProcess(expected(), 'SIGTERM'), 'was not running');
  });

  it('keeps no pipe of its caller open and has a session of its own (P2)', async () => {
    const { pid } = await startSleep();
    while (processFacts(pid)?.state !== 'S') await sleep(10); // until then its loader opens files of its own
    const targets = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
    assert.deepEqual([...new Set(targets)].sort(), ['/dev/null', join(dir, 'x.log')]);
    assert.equal(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3], String(pid));
  });

  it('that is another program or works elsewhere is never signalled (P1)', async () => {
    const { pid } = await startSleep();
    assert.equal(await endProcess(expected(/^redis-server$/), 'SIGKILL'), 'was not running');
    assert.equal(await endProcess({ ...expected(), cwd: '/elsewhere' }, 'SIGKILL'), 'was not running');
    assert.equal(isAlive(pid), true);
  });

  it('that only has the pid of ours, from later or from another boot, is never signalled (P1)', async () => {
    const { pid } = await startSleep();
    const startTicks = processFacts(pid)?.startTicks ?? '';
    assert.equal(judge({ pid, startTicks, bootId: bootId() }, expected()), 'ours');
    assert.equal(judge({ pid, startTicks: `${Number(startTicks) - 1}`, bootId: bootId() }, expected()), 'gone');
    assert.equal(judge({ pid, startTicks, bootId: 'another' }, expected()), 'gone');
  });

  it('that has ended takes its record and its own lock file along, and no lock file of another', async () => {
    const lockFile = join(dir, 'postmaster.pid');
    const { pid } = await startSleep();
    await endProcess(expected(), 'SIGKILL');
    const record = readFileSync(join(dir, 'x.pid'), 'utf8');
    writeFileSync(lockFile, `${pid + 1}\n`);
    forgetEnded({ ...expected(), lockFile });
    assert.equal(existsSync(lockFile), true);
    writeFileSync(join(dir, 'x.pid'), record);
    writeFileSync(lockFile, `${pid}\n/data\n`);
    forgetEnded({ ...expected(), lockFile });
    assert.deepEqual([existsSync(lockFile), existsSync(join(dir, 'x.pid'))], [false, false]);
  });
});

describe('the lock', () => {
  it('lets one holder in at a time', async () => {
    /** @type {string[]} */
    const seen = [];
    const work = (/** @type {string} */ name) => () =>
      sleep(30)
        .then(() => seen.push(`${name} begins`))
        .then(() => sleep(30))
        .then(() => seen.push(`${name} ends`));
    await Promise.all([withLock(dir, 'first', work('first')), withLock(dir, 'second', work('second'))]);
    assert.deepEqual(seen, ['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('is free again when its holder was killed, and names the holder before', async () => {
    const script = `import(${JSON.stringify(join(repositoryRoot, 'tools/infra/lock.mjs'))}).then(({ withLock }) =>
      withLock(${JSON.stringify(dir)}, 'infra up', () => { console.log('held'); return new Promise((done) => setTimeout(done, 60_000)); }))`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    await assert.rejects(
      withLock(dir, 'infra down', async () => undefined, 0),
      new RegExp(`\`infra up\` \\(pid ${child.pid}\\)`),
    );
    child.kill('SIGKILL');
    await withLock(dir, 'infra down', async () => undefined, 5000);
  });
});

describe('folders', () => {
  it('appear whole or not at all, and drafts of killed runs disappear', async () => {
    const path = join(dir, 'jars');
    mkdirSync(join(dir, '.jars.tmp-1'));
    await assert.rejects(
      makeFolderWhole(
        path,
        async (draft) => (writeFileSync(join(draft, 'a'), ''), Promise.reject(new Error('offline'))),
      ),
      /offline/,
    );
    assert.deepEqual(readdirSync(dir), []);
    await makeFolderWhole(path, async (draft) => writeFileSync(join(draft, 'a'), ''));
    assert.deepEqual(readdirSync(dir), ['jars']);
  });

  it('that others may not enter are found from the top', () => {
    const inner = join(dir, 'a/b');
    mkdirSync(inner, { recursive: true });
    for (const path of [dir, join(dir, 'a'), inner]) chmodSync(path, 0o755);
    assert.equal(blockedFolder(join(inner, 'not/there/yet')), undefined);
    chmodSync(join(dir, 'a'), 0o700);
    assert.equal(blockedFolder(inner), join(dir, 'a'));
  });
});

describe('wiping', () => {
  it('removes the folder that was set up, and leaves what others put there', () => {
    const infra = join(dir, 'infra');
    makeSettings(infra, { mode: 'native', basePort: 26400 });
    for (const name of ['kafka', 'postgres']) mkdirSync(join(infra, name, 'data'), { recursive: true });
    for (const name of ['kafka.log', 'kafka.log.1', 'redis.pid', 'notes.txt']) writeFileSync(join(infra, name), '');
    assert.deepEqual(removeSetUp(infra), ['notes.txt']);
    assert.deepEqual(readdirSync(infra), ['notes.txt']);
    rmSync(join(infra, 'notes.txt'));
    makeSettings(infra, { mode: 'native', basePort: 26400 });
    assert.deepEqual(removeSetUp(infra), []);
    assert.equal(existsSync(infra), false);
  });

  it('takes nothing from a folder that only looks alike', () => {
    mkdirSync(join(dir, 'env'));
    assert.deepEqual(removeSetUp(dir), ['env']);
    writeFileSync(join(dir, 'state.json'), '{"version":3}');
    assert.throws(() => removeSetUp(dir), /state\.json is not of `infra:up`/);
    assert.deepEqual(readdirSync(dir).sort(), ['env', 'state.json']);
  });
});

describe('Docker Compose', () => {
  const compose = readFileSync(join(repositoryRoot, 'deploy/compose.yaml'), 'utf8');

  it('gets every variable that deploy/compose.yaml names, and no other', () => {
    const named = new Set([...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    assert.deepEqual(
      [...named].sort(),
      Object.keys(composeVariables(portsFrom(26400), { redis: '', app: '', admin: '' })).sort(),
    );
  });

  it('runs the servers with the same settings as the native mode', () => {
    for (const line of serverProperties(portsFrom(26400), '/data').trim().split('\n')) {
      const [key = '', value = ''] = line.split('=');
      const isPlace = ['controller.quorum.voters', 'listeners', 'advertised.listeners', 'log.dirs'].includes(key);
      const found = new RegExp(`^ +KAFKA_${key.replaceAll('.', '_').toUpperCase()}: ["']?(.+?)["']?$`, 'm').exec(
        compose,
      )?.[1];
      assert.ok(isPlace ? found : found === value, `${key} is ${found} in compose.yaml and ${value} natively`);
    }
    const command = [...compose.slice(compose.indexOf('redis-server')).matchAll(/^ +- ["']?(.*?)["']?$/gm)].map(
      ([, word]) => word,
    );
    const wanted = redisArguments('HASH').map((word) =>
      word === '#HASH' ? '#${PLINTH_REDIS_PASSWORD_SHA256:?run npm run infra:up, which sets it}' : word,
    );
    assert.deepEqual(command.slice(0, wanted.length), wanted);
    for (const [name, value] of Object.entries(SERVER_SETTINGS))
      assert.match(compose, new RegExp(`-c ${name}=${value}`));
  });

  it('lists its running services in either of its two formats', () => {
    const lines = [
      { Service: 'kafka', State: 'running' },
      { Service: 'redis', State: 'exited' },
    ];
    assert.deepEqual(runningServices(JSON.stringify(lines)), ['kafka']);
    assert.deepEqual(runningServices(lines.map((line) => JSON.stringify(line)).join('\n')), ['kafka']);
    assert.deepEqual(runningServices('\n'), []);
  });
});

it('the end of a log starts where the failed attempt began', () => {
  const log = join(dir, 'log');
  writeFileSync(log, 'old\nnew one\nnew two\n');
  assert.equal(tail(log, 4), 'new one\nnew two');
  assert.equal(tail(join(dir, 'none'), 0), '');
});

it('the status table lines up', () => {
  const servers = [
    { name: 'kafka', state: 'up', address: '127.0.0.1:1', pid: 7, log: 'a' },
    { name: 'postgres', state: 'down', address: '127.0.0.1:2', log: 'b' },
  ];
  assert.equal(
    printStatus({ ok: false, mode: 'native', dir, servers }),
    'SERVER    STATE  ADDRESS      PID  LOG\nkafka     up     127.0.0.1:1  7    a\npostgres  down   127.0.0.1:2  -    b\n',
  );
});
