import { z } from 'zod';
import { ConfigError } from './config-error';
import { defineConfig, env, extendConfig, variableNames } from './define-config';
import { envBool, envDurationMs, envEnum, envInt, envList, envText, envUrl, optional, required } from './env-parsers';
import { loadConfig } from './load-config';
import { isCluster, platformConfig } from './platform-config';

const definition = defineConfig({
  port: env('X_PORT', envInt(8080, { min: 1, max: 65_535 })),
  waitMs: env('X_WAIT', envDurationMs(500)),
  verbose: env('X_VERBOSE', envBool(false)),
  url: env('X_URL', envUrl(optional)),
  names: env('X_NAMES', envList(['a'])),
  mode: env('X_MODE', envEnum(['fast', 'slow'], 'fast')),
  secret: env('X_SECRET', envText(required)),
});

function problemsOf(
  environment: Record<string, string>,
  of: Parameters<typeof loadConfig>[0] = definition,
): ConfigError {
  try {
    loadConfig(of, environment);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

describe('loadConfig', () => {
  it('gives typed values, defaults for what is unset or empty, and undefined for an optional one', () => {
    const config = loadConfig(definition, {
      X_SECRET: 's',
      X_WAIT: '2s',
      X_VERBOSE: 'on',
      X_NAMES: 'a, b',
      X_MODE: '',
    });
    expect(config).toEqual({
      port: 8080,
      waitMs: 2000,
      verbose: true,
      url: undefined,
      names: ['a', 'b'],
      mode: 'fast',
      secret: 's',
    });
    config.port satisfies number;
    config.url satisfies string | undefined;
    config.mode satisfies 'fast' | 'slow';
  });

  it('gives an object that nobody can change, lists included', () => {
    const config = loadConfig(definition, { X_SECRET: 's' });
    expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError);
    expect(Object.isFrozen(config.names)).toBe(true);
  });

  it('lists every bad variable by name with its rule, and no value, whichever are bad', () => {
    const bad = {
      X_PORT: '99999',
      X_WAIT: 'soonish',
      X_VERBOSE: 'perhaps',
      X_URL: 'ftp://hunter2@h',
      X_NAMES: 'a,,b',
      X_MODE: 'warp',
    };
    const { message, problems } = problemsOf(bad);
    expect(problems.map((problem) => problem.variable)).toEqual([...Object.keys(bad), 'X_SECRET']);
    expect(message).toContain('X_PORT: must be a whole number from 1 to 65535');
    expect(message).toContain('X_SECRET: is required');
    for (const value of ['99999', 'soonish', 'perhaps', 'hunter2', 'a,,b', 'warp'])
      expect(message).not.toContain(value);
  });

  it.each(['1e3', '0x10', '1.5', '٣', ' ', '-1', '9'.repeat(20)])('refuses %j as a whole number', (text) => {
    expect(envInt(1).safeParse(text).success).toBe(false);
  });

  it('takes any zod type as a parser and repeats none of its input', () => {
    const own = defineConfig({ code: env('X_CODE', z.string().length(3)) });
    expect(loadConfig(own, { X_CODE: 'abc' }).code).toBe('abc');
    expect(problemsOf({ X_CODE: 'hunter2' }, own).message).not.toContain('hunter2');
  });
});

describe('platformConfig', () => {
  const servers = {
    PLINTH_KAFKA_BROKERS: '127.0.0.1:9092,other:9092',
    PLINTH_REDIS_URL: 'redis://127.0.0.1:6379',
    PLINTH_POSTGRES_URL: 'postgres://u:p@127.0.0.1:5432/plinth',
  };

  it('X3: needs no variable in the embedded profile', () => {
    const config = loadConfig(platformConfig, {});
    expect(config).toMatchObject({
      profile: 'embedded',
      port: 8080,
      host: '127.0.0.1',
      dataDir: '.plinth',
      partitions: 16,
      busTries: 5,
    });
    expect(isCluster(config)).toBe(false);
  });

  it('X3: in the cluster profile names every missing server beside other faults', () => {
    const { problems } = problemsOf({ PLINTH_PROFILE: 'cluster', PLINTH_PORT: 'x' }, platformConfig);
    expect(problems.map((problem) => problem.variable)).toEqual([
      'PLINTH_PORT',
      'PLINTH_KAFKA_BROKERS',
      'PLINTH_REDIS_URL',
      'PLINTH_POSTGRES_URL',
    ]);
    const config = loadConfig(platformConfig, { ...servers, PLINTH_PROFILE: 'cluster' });
    expect(isCluster(config) && config.kafkaBrokers).toEqual(['127.0.0.1:9092', 'other:9092']);
  });

  it('names a malformed server once, not also as missing', () => {
    const { problems } = problemsOf(
      { ...servers, PLINTH_PROFILE: 'cluster', PLINTH_REDIS_URL: 'localhost' },
      platformConfig,
    );
    expect(problems).toEqual([
      { variable: 'PLINTH_REDIS_URL', rule: 'must be a URL that begins with redis:// or rediss://' },
    ]);
  });

  it('asks for the password when only the SASL user is set', () => {
    expect(problemsOf({ PLINTH_KAFKA_SASL_USER: 'memory' }, platformConfig).problems).toEqual([
      { variable: 'PLINTH_KAFKA_SASL_PASSWORD', rule: 'is required when its counterpart is set' },
    ]);
  });

  it('is extended by a service, whose variable names then hold both', () => {
    const service = extendConfig(platformConfig, { turnMs: env('PLINTH_TURN_MS', envDurationMs(120_000)) });
    expect(loadConfig(service, {})).toMatchObject({ turnMs: 120_000, profile: 'embedded' });
    expect(variableNames(service)).toEqual(expect.arrayContaining(['PLINTH_TURN_MS', 'PLINTH_PROFILE']));
    expect(problemsOf({ PLINTH_PROFILE: 'cluster' }, service).problems).toHaveLength(3);
  });
});
