/** One call of the API that a command comes to. */
export interface ApiCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a command line gives beside its words. */
export interface Given {
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
}

export interface Command {
  readonly usage: string;
  readonly does: string;
  /** How many words it takes; fewer or more are a mistake of usage. */
  readonly words: { readonly least: number; readonly most: number };
  readonly call: (given: Given) => ApiCall;
}

/** The command line is at fault; says what to write instead. */
export class UsageError extends Error {}

const at = (words: readonly string[], place: number): string => encodeURIComponent(words[place] ?? '');
const text = ({ flags }: Given, name: string): string | undefined => {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
};

function jsonFlag(given: Given, name: string): object {
  const written = text(given, name) ?? '{}';
  try {
    const value: unknown = JSON.parse(written);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UsageError(`--${name} has to be a JSON object, such as --${name} '{"order":"A-1"}'.`);
}

function needed(given: Given, name: string, why: string): string {
  const value = text(given, name);
  if (value === undefined || value.trim() === '') throw new UsageError(`--${name} is required: ${why}.`);
  return value;
}

function countFlag(given: Given, name: string): number | undefined {
  const value = text(given, name);
  if (value === undefined) return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  throw new UsageError(`--${name} has to be a whole number.`);
}

const one = { least: 1, most: 1 };

function steering(action: string): Command {
  return {
    usage: `rollout ${action} <skill> --reason <text>${action === 'start' ? ' [--stage <name>]' : ''}`,
    does: STEERING[action] ?? '',
    words: one,
    call: (given) => {
      const stage = text(given, 'stage');
      const reason = needed(given, 'reason', 'it stands in the history of the rollout');
      const body = { reason, ...(stage !== undefined && { stage }) };
      return { method: 'POST', path: `/v1/rollouts/${at(given.words, 0)}/${action}`, body };
    },
  };
}

const STEERING: Readonly<Record<string, string>> = {
  start: 'Starts the rollout that is prepared.',
  pause: 'Holds it as it is.',
  resume: 'Goes on.',
  promote: 'Takes it to its next stage.',
  rollback: 'Switches back to the baseline.',
};

/** All that `plinth` does, by its first two words. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  'skills list': {
    ...{ usage: 'skills list', does: 'Lists the skills, and what is kept out and why.', words: { least: 0, most: 0 } },
    call: () => ({ method: 'GET', path: '/v1/skills' }),
  },
  'skills show': {
    ...{ usage: 'skills show <skill> [<version>]', does: 'Shows a skill, or the manifest of a version.' },
    words: { least: 1, most: 2 },
    call: ({ words }) => ({ method: 'GET', path: `/v1/skills/${words.map((_, place) => at(words, place)).join('/')}` }),
  },
  'skills validate': {
    usage: "skills validate <skill> --arguments '<json>' [--version <version>]",
    does: 'Tells what the contract makes of arguments; calls nothing.',
    words: one,
    call: (given) => {
      const version = text(given, 'version');
      const body = { arguments: jsonFlag(given, 'arguments'), ...(version !== undefined && { version }) };
      return { method: 'POST', path: `/v1/skills/${at(given.words, 0)}/validate`, body };
    },
  },
  'skills invoke': {
    usage:
      "skills invoke <skill> --arguments '<json>' [--idempotency-key <key>] [--confirm <token>] [--user <id>] [--dry-run]",
    does: 'Calls a skill. What acts needs a key: the same key acts once.',
    words: one,
    call: (given) => {
      const [user, token, key] = ['user', 'confirm', 'idempotency-key'].map((name) => text(given, name));
      const body = {
        arguments: jsonFlag(given, 'arguments'),
        ...(user !== undefined && { user_id: user }),
        ...(token !== undefined && { confirmation_token: token }),
        ...(given.flags['dry-run'] === true && { dry_run: true }),
      };
      const headers = key === undefined ? {} : { 'Idempotency-Key': key };
      return { method: 'POST', path: `/v1/skills/${at(given.words, 0)}/invoke`, body, headers };
    },
  },
  'skills search': {
    usage: 'skills search <text> [--top <count>]',
    does: 'Finds the skills that fit a text.',
    words: one,
    call: (given) => {
      const top = countFlag(given, 'top');
      const body = { query: given.words[0] ?? '', ...(top !== undefined && { top_k: top }) };
      return { method: 'POST', path: '/v1/skills/search', body };
    },
  },
  'rollout show': {
    ...{ usage: 'rollout show <skill>', does: 'Shows a rollout and what its guards say.', words: one },
    call: ({ words }) => ({ method: 'GET', path: `/v1/rollouts/${at(words, 0)}` }),
  },
  'rollout report': {
    ...{ usage: 'rollout report <skill>', does: 'Compares the candidate with its baseline.', words: one },
    call: ({ words }) => ({ method: 'GET', path: `/v1/rollouts/${at(words, 0)}/report` }),
  },
  'rollout history': {
    ...{ usage: 'rollout history <skill>', does: 'Lists what was done, by whom and why.', words: one },
    call: ({ words }) => ({ method: 'GET', path: `/v1/rollouts/${at(words, 0)}/history` }),
  },
  ...Object.fromEntries(Object.keys(STEERING).map((action) => [`rollout ${action}`, steering(action)])),
  'replay start': {
    usage: 'replay start <skill> --candidate <version> [--since <time>]',
    does: 'Runs recorded calls against a candidate, offline.',
    words: one,
    call: (given) => {
      const candidate = needed(given, 'candidate', 'the version that is tried');
      const since = text(given, 'since');
      const body = { skill: given.words[0] ?? '', candidate, ...(since !== undefined && { since }) };
      return { method: 'POST', path: '/v1/replays', body };
    },
  },
  'replay show': {
    ...{ usage: 'replay show <id>', does: 'Shows a replay and its differences.', words: one },
    call: ({ words }) => ({ method: 'GET', path: `/v1/replays/${at(words, 0)}` }),
  },
};
