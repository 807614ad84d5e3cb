/** Before the tests of project `int`: finds out which of their servers answer; `require-servers.cjs` says so in each of their files. */
import { connect } from 'node:net';
import { infraDir } from '../infra/paths.mjs';
import { readInfraEnv } from '../infra/env.mjs';

const WITHIN_MS = 2_000;

/** Leaves the names of those that do not in PLINTH_TEST_SERVERS_DOWN, which Jest hands to its workers. */
export default async function findServers() {
  process.env['PLINTH_TEST_SERVERS_DOWN'] = (await serversDown(readInfraEnv(infraDir()))).join(' and ');
}

/** @param {import('../infra/env.mjs').InfraEnv | undefined} env @returns {Promise<string[]>} */
export async function serversDown(env) {
  /** @type {[string, string | undefined][]} */
  const servers = [
    ['PostgreSQL', env?.PLINTH_POSTGRES_URL],
    ['Redis', env?.PLINTH_REDIS_URL],
    ['Kafka', env && `kafka://${env.PLINTH_KAFKA_BROKERS}`],
  ];
  const answers = await Promise.all(servers.map(async ([name, url]) => ((await doesAnswer(url)) ? [] : [name])));
  return answers.flat();
}

/** @param {string | undefined} url @returns {Promise<boolean>} */
function doesAnswer(url) {
  if (url === undefined) return Promise.resolve(false);
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: WITHIN_MS });
    for (const [event, answers] of /** @type {const} */ ([
      ['connect', true],
      ['error', false],
      ['timeout', false],
    ]))
      socket.once(event, () => {
        socket.destroy();
        resolve(answers);
      });
  });
}
