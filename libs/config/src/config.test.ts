import { ConfigError } from './config-error';
import { allOrNone, defineConfig, env } from './define-config';
import { optional } from './env-parser';
import { envBool, envDurationMs, envEnum, envInt, envList, envPort, envText, envUrl } from './env-parsers';
import { loadConfig } from './load-config';
import { loadTogether } from './load-together';

const definition = defineConfig(
  {
    port: env('X_PORT', envPort(8080, { min: 1, max: 65_535 }), ''),
    waitMs: env('X_WAIT', envDurationMs(500), ''),
    verbose: env('X_VERBOSE', envBool(false), ''),
    url: env('X_URL', envUrl(optional), ''),
    names: env('X_NAMES', envList(['a']), ''),
    mode: env('X_MODE', envEnum(['fast', 'slow'], 'fast'), ''),
    user: env('X_USER', envText(optional, /^[a-z]+$/, 'a name'), ''),
    password: env('X_PASSWORD', envText(optional), ''),
  },
  [allOrNone({ user: 'X_USER', password: 'X_PASSWORD' })],
);

function configErrorOf(load: () => unknown): ConfigError {
  try {
    load();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}
const problemsOf = (environment: Record<string, string>) => configErrorOf(() => loadConfig(definition, environment));

describe('loadConfig', () => {
  it('gives typed values, defaults for what is unset or empty, and undefined for an optional one', () => {
    const config = loadConfig(definition, { X_WAIT: '2s', X_VERBOSE: 'true', X_NAMES: 'a, b', X_MODE: '' });
    expect(config).toEqual({
      port: 8080,
      waitMs: 2000,
      verbose: true,
      url: undefined,
      names: ['a', 'b'],
      mode: 'fast',
      user: undefined,
      password: undefined,
    });
    config.port satisfies number;
    config.url satisfies string | undefined;
    config.mode satisfies 'fast' | 'slow';
  });

  it('gives an object that nobody can change, lists included', () => {
    const config = loadConfig(definition, {});
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
      X_USER: 'R2-D2',
    };
    const { message, problems } = problemsOf(bad);
    expect(problems.map((problem) => problem.variable)).toEqual(Object.keys(bad));
    expect(message).toContain('X_PORT: must be a whole number from 1 to 65535');
    expect(message).toContain('X_USER: must be a name');
    for (const value of Object.values(bad)) expect(message).not.toContain(value);
  });

  it('names what Kubernetes writes for a Service of that name, and what to do, where a port is expected', () => {
    expect(problemsOf({ X_PORT: 'tcp://10.96.0.12:8080' }).message).toContain('enableServiceLinks: false');
    expect(problemsOf({ X_PORT: 'http' }).message).not.toContain('enableServiceLinks');
  });

  it('asks for the one of two that is missing when they go together, and for neither when neither is set', () => {
    expect(problemsOf({ X_USER: 'memory' }).problems).toEqual([
      { variable: 'X_PASSWORD', rule: 'is required beside X_USER' },
    ]);
    expect(problemsOf({ X_PASSWORD: 'p' }).problems).toEqual([
      { variable: 'X_USER', rule: 'is required beside X_PASSWORD' },
    ]);
    expect(loadConfig(definition, { X_USER: 'memory', X_PASSWORD: 'p' }).user).toBe('memory');
  });

  it('names a malformed variable once, not also as missing beside its counterpart', () => {
    expect(problemsOf({ X_USER: '!', X_PASSWORD: 'p' }).problems).toEqual([
      { variable: 'X_USER', rule: 'must be a name' },
    ]);
  });

  it.each(['1e3', '0x10', '1.5', '٣', ' ', '-1', '9'.repeat(20)])('refuses %j as a whole number', (text) => {
    expect(envInt(1).parse(text).ok).toBe(false);
  });

  it.each([
    [0, '0'],
    [250, '250ms'],
    [1_500, '1500ms'],
    [90_000, '90s'],
    [7_200_000, '2h'],
    [259_200_000, '3d'],
  ])('writes a default of %i ms as one would set it: %s', (valueMs, text) => {
    const parser = envDurationMs(valueMs);
    expect([parser.fallback, parser.parse(text)]).toEqual([text, { ok: true, value: valueMs }]);
  });
});

describe('loadTogether', () => {
  const other = defineConfig({ tries: env('Y_TRIES', envInt(5, { min: 1 }), '') });

  it('gives what each loader gives, in their order', () => {
    const [one, two] = loadTogether(
      () => loadConfig(definition, { X_PORT: '1' }),
      () => loadConfig(other, {}),
    );
    expect([one.port, two.tries]).toEqual([1, 5]);
  });

  it('names the bad variables of all, though the first loader failed, and lets other errors be what they are', () => {
    const load = (environment: Record<string, string>) =>
      loadTogether(
        () => loadConfig(definition, environment),
        () => loadConfig(other, environment),
      );
    const { problems } = configErrorOf(() => load({ X_PORT: 'x', Y_TRIES: '0' }));
    expect(problems.map(({ variable }) => variable)).toEqual(['X_PORT', 'Y_TRIES']);
    expect(() =>
      loadTogether(() => {
        throw new RangeError('a bug');
      }),
    ).toThrow(RangeError);
  });
});
