import { ConfigError, defineConfig, env, envDurationMs, envInt } from '@plinth/config';
import { configureHost } from './configure-host';
import { defineService } from './service-definition';

const service = (
  name: 'memory' | 'orchestrator',
  variable: string,
  compose = () => ({ controllers: [], useCases: [] }),
) =>
  defineService({
    name,
    migrations: [],
    config: defineConfig({
      waitMs: env(variable, envDurationMs(500), ''),
      tries: env(`${variable}_TRIES`, envInt(1), ''),
    }),
    compose,
  });

describe('configureHost', () => {
  it('names the bad variables of the platform and of every service at once, before anything is composed', () => {
    const compose = jest.fn();
    const services = [service('memory', 'X_MEMORY', compose), service('orchestrator', 'X_TURN', compose)];
    const environment = { PLINTH_PROFILE: 'cluster', PLINTH_BUS_TRIES: '0', X_MEMORY: 'later', X_TURN: 'soon' };
    const problems = (() => {
      try {
        configureHost(services, environment);
      } catch (error) {
        if (error instanceof ConfigError) return error.problems.map(({ variable }) => variable);
        throw error;
      }
      return [];
    })();
    expect(problems).toEqual([
      'PLINTH_BUS_TRIES',
      'PLINTH_KAFKA_BROKERS',
      'PLINTH_REDIS_URL',
      'PLINTH_POSTGRES_URL',
      'X_MEMORY',
      'X_TURN',
    ]);
    expect(compose).not.toHaveBeenCalled();
  });

  it('gives each service its own values and the platform its slice', () => {
    const given: unknown[] = [];
    const one = defineService({
      name: 'memory',
      migrations: [],
      config: defineConfig({ waitMs: env('X_WAIT', envDurationMs(500), '') }),
      compose: (_platform, config) => {
        given.push(config);
        return { controllers: [], useCases: [] };
      },
    });
    const host = configureHost([one], { X_WAIT: '2s', PLINTH_PORT: '9000' });
    host.services[0]?.compose(undefined as never);
    expect([host.platform.port, given]).toEqual([9_000, [{ waitMs: 2_000 }]]);
  });
});
