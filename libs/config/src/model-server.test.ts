import { allOrNone, defineConfig } from './define-config';
import { loadConfig } from './load-config';
import { modelServerOf, modelServerVariables } from './model-server';

const { url, model, key } = modelServerVariables(
  { url: 'X_URL', model: 'X_MODEL', key: 'X_KEY' },
  { url: 'Where.', model: 'Which.' },
);
const definition = defineConfig({ url, model, key }, [allOrNone({ url: 'X_URL', model: 'X_MODEL' })]);
const serverIn = (environment: Record<string, string>) => {
  const config = loadConfig(definition, environment);
  return modelServerOf(config.url, config.model, config.key);
};

describe('a model server', () => {
  it('is there when its address and its model are, with or without a key', () => {
    const named = { X_URL: 'http://127.0.0.1:1/v1', X_MODEL: 'm' };
    expect(serverIn({})).toBeUndefined();
    expect(serverIn(named)).toEqual({ url: 'http://127.0.0.1:1/v1', model: 'm' });
    expect(serverIn({ ...named, X_KEY: 'k' })).toEqual({ url: 'http://127.0.0.1:1/v1', model: 'm', apiKey: 'k' });
  });

  it.each([{ X_URL: 'http://127.0.0.1:1/v1' }, { X_MODEL: 'm' }, { X_URL: 'nowhere', X_MODEL: 'm' }])(
    'is refused by halves: %j',
    (environment) => expect(() => serverIn(environment)).toThrow('X_'),
  );
});
