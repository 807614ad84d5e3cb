import { randomInt } from 'node:crypto';
import { connect } from 'node:net';

export interface RedisDatabase {
  readonly url: string;
  /** FLUSHDB: everything in this database is gone, the others stay. */
  flush(): Promise<void>;
  /** Every key and, of hashes and strings, what they hold. */
  dump(): Promise<string>;
}

/** A numbered database of the server of `url` that other tests hardly use; 0 is everybody's. */
export function redisDatabase(url: string, number = randomInt(1, 16)): RedisDatabase {
  const own = Object.assign(new URL(url), { pathname: `/${number}` }).href;
  const ask = (...commands: string[][]) => exchange(new URL(url), [['SELECT', String(number)], ...commands]);
  return {
    url: own,
    flush: async () => void (await ask(['FLUSHDB'])),
    dump: async () => {
      const keys = (await ask(['KEYS', '*'])).split('\r\n').filter((line) => line.length > 0 && !/^[*$+:]/.test(line));
      const values = await Promise.all(keys.map((key) => ask(['HGETALL', key], ['GET', key])));
      return [...keys, ...values].join('\n');
    },
  };
}

/** Sends commands on a connection of its own and answers what came back, in the server's own notation. */
function exchange(url: URL, commands: readonly (readonly string[])[]): Promise<string> {
  const login = url.password
    ? [['AUTH', decodeURIComponent(url.username) || 'default', decodeURIComponent(url.password)]]
    : [];
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(url.port || 6379), url.hostname, () => {
      for (const command of [...login, ...commands, ['QUIT']]) socket.write(encode(command));
    });
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
  });
}

const encode = (command: readonly string[]): string =>
  `*${command.length}\r\n${command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join('')}`;
