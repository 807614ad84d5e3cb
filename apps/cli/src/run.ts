import { parseArgs } from 'node:util';
import { COMMANDS, UsageError, type ApiCall } from './commands';
import { told } from './told';

/** 0 done · 1 the service refused or failed · 2 the command line is at fault · 3 the service cannot be reached. */
export type ExitCode = 0 | 1 | 2 | 3;

export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

const DEFAULT_URL = 'http://127.0.0.1:8080';
const PATIENCE_MS = 70_000;

const OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  arguments: { type: 'string' },
  version: { type: 'string' },
  'idempotency-key': { type: 'string' },
  confirm: { type: 'string' },
  user: { type: 'string' },
  'dry-run': { type: 'boolean' },
  top: { type: 'string' },
  reason: { type: 'string' },
  stage: { type: 'string' },
  candidate: { type: 'string' },
  since: { type: 'string' },
} as const;

/** Runs one command line and answers how the process should end; writes results to `out` and what went wrong to `err`. */
export async function run(argv: readonly string[], { environment, out, err }: Surroundings): Promise<ExitCode> {
  try {
    const { values, positionals } = parsed(argv);
    if (values.help === true || positionals.length === 0) {
      out(help(positionals[0]));
      return 0;
    }
    const call = callOf(positionals, values);
    const url = values.url ?? environment.PLINTH_URL ?? DEFAULT_URL;
    const key = values.key ?? environment.PLINTH_API_KEY;
    const { ok, body } = await ask(url, key, call);
    if (ok) out(values.json === true ? JSON.stringify(body, null, 2) : told(body));
    else err(values.json === true ? JSON.stringify(body, null, 2) : failure(body));
    return ok ? 0 : 1;
  } catch (error) {
    if (error instanceof UsageError) return ends(2, `${error.message}\nSee plinth --help.`, err);
    if (error instanceof Unreachable) return ends(3, error.message, err);
    throw error;
  }
}

class Unreachable extends Error {}

function ends(code: ExitCode, message: string, err: Surroundings['err']): ExitCode {
  err(message);
  return code;
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function callOf(positionals: readonly string[], flags: ReturnType<typeof parsed>['values']): ApiCall {
  const [room = '', verb = '', ...words] = positionals;
  const command = Object.hasOwn(COMMANDS, `${room} ${verb}`) ? COMMANDS[`${room} ${verb}`] : undefined;
  if (!command) throw new UsageError(`There is no command \`${room} ${verb}\`.\n${help(room)}`);
  const { least, most } = command.words;
  if (words.length < least || words.length > most) throw new UsageError(`Write: plinth ${command.usage}`);
  return command.call({ words, flags: { ...flags } });
}

async function ask(url: string, key: string | undefined, { method, path, body, headers }: ApiCall) {
  const address = URL.parse(path, url);
  if (!address || !/^https?:$/.test(address.protocol))
    throw new UsageError('--url (or PLINTH_URL) has to be an address such as http://127.0.0.1:8080.');
  const response = await fetch(address, {
    method,
    headers: {
      accept: 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((error: unknown) => {
    const reason =
      error instanceof Error && error.name === 'TimeoutError' ? 'it did not answer in time' : 'nothing answers';
    throw new Unreachable(
      `${address.origin} cannot be reached: ${reason}. Start Plinth, or say where it is by --url or PLINTH_URL.`,
    );
  });
  return { ok: response.ok, body: jsonOf(await response.text()) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreachable('What answers there is not Plinth: it does not speak JSON. Check --url or PLINTH_URL.');
  }
}

/** What to do about an error, by its code. */
const ADVICE: Readonly<Record<string, string>> = {
  api_key_required: 'Give a key by --key or PLINTH_API_KEY.',
  api_key_unknown: 'Check the key of --key or PLINTH_API_KEY.',
  scope_missing: 'Use a key that has the scope.',
  skill_not_found: 'See `plinth skills list`.',
  idempotency_key_required: 'Give --idempotency-key: the same key acts once.',
  confirmation_required: 'Look at the summary, then repeat the command with --confirm <token>.',
};

function failure(body: unknown): string {
  const error = at(body, 'error');
  const code = at(error, 'code');
  const advice = typeof code === 'string' && Object.hasOwn(ADVICE, code) ? ADVICE[code] : undefined;
  return [told(body), ...(advice === undefined ? [] : [advice])].join('\n');
}

const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;

function help(room?: string): string {
  const commands = Object.values(COMMANDS);
  const some = commands.filter(({ usage }) => usage.startsWith(`${room} `));
  const listed = (some.length > 0 ? some : commands).map(({ usage, does }) => `  plinth ${usage}\n      ${does}`);
  return ['Usage:', ...listed, '', COMMON].join('\n');
}

const COMMON = `Everywhere:
  --url <address>   where the gateway is, or PLINTH_URL (${DEFAULT_URL})
  --key <key>       an API key, or PLINTH_API_KEY
  --json            the answer as JSON
Ends with 0 done, 1 refused or failed, 2 a mistake in the command line, 3 nothing to be reached.`;
