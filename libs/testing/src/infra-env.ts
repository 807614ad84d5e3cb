import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where the servers of `npm run infra:up` are and how to log in; the file that `tools/infra` writes. */
export interface InfraEnv {
  readonly PLINTH_KAFKA_BROKERS: string;
  readonly PLINTH_REDIS_URL: string;
  readonly PLINTH_POSTGRES_URL: string;
  readonly PLINTH_POSTGRES_ADMIN_URL: string;
}

/** Throws, and so fails the test, when the servers were never set up. Says nothing about whether they answer. */
export function infraEnv(folder = infraDir()): InfraEnv {
  const path = join(folder, 'env');
  if (!existsSync(path)) throw new Error(`no servers have been set up in ${folder}: run \`npm run infra:up\` first`);
  const values = new Map(readFileSync(path, 'utf8').split('\n').map(keyAndValue));
  const value = (key: keyof InfraEnv): string => {
    const text = values.get(key);
    if (!text) throw new Error(`${path} lacks ${key}: run \`npm run infra:up\` again`);
    return text;
  };
  return {
    PLINTH_KAFKA_BROKERS: value('PLINTH_KAFKA_BROKERS'),
    PLINTH_REDIS_URL: value('PLINTH_REDIS_URL'),
    PLINTH_POSTGRES_URL: value('PLINTH_POSTGRES_URL'),
    PLINTH_POSTGRES_ADMIN_URL: value('PLINTH_POSTGRES_ADMIN_URL'),
  };
}

/** `PLINTH_INFRA_DIR`, or where `tools/infra` puts it: the repository's `.infra`, or a folder that the servers' account may enter. */
export function infraDir(): string {
  const chosen = process.env.PLINTH_INFRA_DIR;
  if (chosen) return resolve(chosen);
  const inRepository = resolve(__dirname, '../../../.infra');
  const elsewhere = '/var/lib/plinth-infra';
  return !existsSync(join(inRepository, 'env')) && existsSync(join(elsewhere, 'env')) ? elsewhere : inRepository;
}

const keyAndValue = (line: string): [string, string] => {
  const at = line.indexOf('=');
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
};
