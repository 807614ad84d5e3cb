import { ConfigError } from './config-error';
import { loadConfig } from './load-config';
import { isCluster, listenHost, platformConfig } from './platform-config';

const servers = {
  PLINTH_KAFKA_BROKERS: '127.0.0.1:9092,other:9092',
  PLINTH_REDIS_URL: 'redis://127.0.0.1:6379',
  PLINTH_POSTGRES_URL: 'postgres://u:p@127.0.0.1:5432/plinth',
};
const cluster = { ...servers, PLINTH_PROFILE: 'cluster' };
const load = (environment: Record<string, string>) => loadConfig(platformConfig, environment);

function problemsOf(environment: Record<string, string>) {
  try {
    load(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('platformConfig', () => {
  it('X3: needs no variable in the embedded profile', () => {
    const config = load({});
    expect(config).toMatchObject({ profile: 'embedded', port: 8080, dataDir: '.plinth', partitions: 16, busTries: 5 });
    expect(isCluster(config)).toBe(false);
  });

  it('X3: in the cluster profile names every missing server beside other faults', () => {
    expect(problemsOf({ PLINTH_PROFILE: 'cluster', PLINTH_PORT: 'x' }).map(({ variable }) => variable)).toEqual([
      'PLINTH_PORT',
      'PLINTH_KAFKA_BROKERS',
      'PLINTH_REDIS_URL',
      'PLINTH_POSTGRES_URL',
    ]);
    const config = load(cluster);
    expect(isCluster(config) && config.kafkaBrokers).toEqual(['127.0.0.1:9092', 'other:9092']);
  });

  it('names a malformed server once, not also as missing', () => {
    expect(problemsOf({ ...cluster, PLINTH_REDIS_URL: 'localhost' })).toEqual([
      { variable: 'PLINTH_REDIS_URL', rule: 'must be a URL that begins with redis:// or rediss://' },
    ]);
  });

  it('listens where others reach it only in a cluster with keys, unless an address is chosen', () => {
    const keys = { PLINTH_API_KEYS: '/etc/keys.json' };
    const hostOf = (environment: Record<string, string>) => listenHost(load(environment));
    expect([hostOf({}), hostOf(keys), hostOf(cluster)]).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
    expect(hostOf({ ...cluster, ...keys })).toBe('0.0.0.0');
    expect(hostOf({ ...cluster, ...keys, PLINTH_HOST: '10.0.0.1' })).toBe('10.0.0.1');
  });
});
