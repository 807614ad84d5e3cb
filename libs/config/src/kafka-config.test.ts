import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from './config-error';
import { kafkaConfig, kafkaConnection } from './kafka-config';
import { loadConfig } from './load-config';

const PEM = '-----BEGIN CERTIFICATE-----\nMII=\n-----END CERTIFICATE-----\n';
const brokers = { PLINTH_KAFKA_BROKERS: 'a:9092,b:9092' };
const connectionOf = (environment: Record<string, string>) => kafkaConnection(loadConfig(kafkaConfig, environment));

function errorOf(environment: Record<string, string>): ConfigError {
  try {
    connectionOf(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

describe('kafkaConnection', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'plinth-pem-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text = PEM): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it('is the brokers alone, in clear text and without a login, when nothing else is set', () => {
    expect(connectionOf(brokers)).toEqual({ brokers: ['a:9092', 'b:9092'] });
  });

  it('has a login when user and password are set, and the namespace', () => {
    const login = { PLINTH_KAFKA_SASL_USER: 'memory', PLINTH_KAFKA_SASL_PASSWORD: 'p' };
    expect(connectionOf({ ...brokers, ...login, PLINTH_KAFKA_NAMESPACE: 'blue' })).toEqual({
      brokers: ['a:9092', 'b:9092'],
      namespace: 'blue',
      sasl: { mechanism: 'scram-sha-512', username: 'memory', password: 'p' },
    });
  });

  it('goes over TLS with the certificates that Node.js trusts, or with what the files hold', () => {
    const tls = { ...brokers, PLINTH_KAFKA_TLS: 'true' };
    expect(connectionOf(tls).ssl).toBe(true);
    expect(connectionOf({ ...tls, PLINTH_KAFKA_CA_FILE: file('ca.pem') }).ssl).toEqual({ ca: PEM });
    const own = {
      PLINTH_KAFKA_CERT_FILE: file('tls.crt', `${PEM}1`),
      PLINTH_KAFKA_KEY_FILE: file('tls.key', `${PEM}2`),
    };
    expect(connectionOf({ ...tls, ...own }).ssl).toEqual({ cert: `${PEM}1`, key: `${PEM}2` });
  });

  it('names the variable whose file is missing, or is no PEM, and tells neither path nor content', () => {
    const bad = { PLINTH_KAFKA_CA_FILE: join(folder, 'nowhere.pem'), PLINTH_KAFKA_CERT_FILE: file('note', 'a secret') };
    const { problems, message } = errorOf({ ...brokers, PLINTH_KAFKA_TLS: 'true', ...bad });
    expect(problems.map(({ variable }) => variable)).toEqual(['PLINTH_KAFKA_CA_FILE', 'PLINTH_KAFKA_CERT_FILE']);
    expect(message).not.toMatch(/nowhere|secret/);
  });

  it('refuses certificates without TLS, a certificate without its key, and a mesh without brokers', () => {
    const ca = { PLINTH_KAFKA_CA_FILE: file('ca.pem') };
    expect(errorOf({ ...brokers, ...ca }).problems).toEqual([
      { variable: 'PLINTH_KAFKA_TLS', rule: 'must be true where certificates are named' },
    ]);
    const cert = { PLINTH_KAFKA_TLS: 'true', PLINTH_KAFKA_CERT_FILE: file('tls.crt') };
    expect(errorOf({ ...brokers, ...cert }).problems).toEqual([
      { variable: 'PLINTH_KAFKA_KEY_FILE', rule: 'is required beside PLINTH_KAFKA_CERT_FILE' },
    ]);
    expect(errorOf({}).problems).toEqual([{ variable: 'PLINTH_KAFKA_BROKERS', rule: 'is required' }]);
  });
});
