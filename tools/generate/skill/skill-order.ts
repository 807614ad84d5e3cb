import { parseArgs } from 'node:util';
import { effectClass, lowerSnakeName, type EffectClass } from '@plinth/contracts';

/** A skill that is to be made. */
export interface SkillOrder {
  /** lower_snake: `check_stock`. */
  readonly name: string;
  /** `checkStock`. */
  readonly identifier: string;
  /** `check-stock`. */
  readonly file: string;
  readonly effect: EffectClass;
  readonly provider: 'http' | 'grpc';
  /** The folder in which the folder of the skill will stand, from the root of the repository, with slashes. */
  readonly folder: string;
}

export const USAGE =
  'npm run generate:skill -- --name check_stock [--effect read|write|irreversible] [--provider http|grpc] [--dir apps/<app>/src/<folder>]';

/** Where skills go that nobody placed. */
const OWN_SKILLS = 'apps/samples/src/own-skills';

/** Names that TypeScript keeps for itself, or that the generated file has for something else. */
const TAKEN = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in ' +
    'instanceof new null return super switch this throw true try typeof var void while with yield let static await async implements ' +
    'interface package private protected public arguments eval undefined define_skill skill_error z entries known entry_of start'
  ).split(' '),
);

/** Why a skill is not made; its message says what to do instead. */
export class OrderRefused extends Error {}

/** Reads the command line. Throws OrderRefused. */
export function readOrder(args: readonly string[]): SkillOrder {
  const { name, effect = 'read', provider = 'http', dir = OWN_SKILLS } = parsed(args);
  if (name === undefined) throw new OrderRefused(`--name is missing. ${USAGE}`);
  if (!lowerSnakeName.safeParse(name).success || /__|_$/.test(name))
    throw new OrderRefused(
      `--name ${name}: a skill is named in lower_snake, as check_stock, with at most 64 characters.`,
    );
  if (TAKEN.has(name))
    throw new OrderRefused(`--name ${name}: the language keeps that word; say what it does, as ${name}_order.`);
  if (/^v?\d|_v\d+$/.test(name))
    throw new OrderRefused(`--name ${name}: versions are no part of a name; write the version in the contract.`);
  const kind = effectClass.safeParse(effect);
  if (!kind.success) throw new OrderRefused(`--effect ${effect}: there are ${effectClass.options.join(', ')}.`);
  if (provider !== 'http' && provider !== 'grpc')
    throw new OrderRefused(`--provider ${provider}: there are http, grpc.`);
  const words = name.split('_');
  return {
    name,
    identifier: words
      .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
      .join(''),
    file: words.join('-'),
    effect: kind.data,
    provider,
    folder: folderOf(dir),
  };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...args], options: { name: text, effect: text, provider: text, dir: text } }).values;
  } catch (error) {
    throw new OrderRefused(`${error instanceof Error ? error.message : String(error)} ${USAGE}`);
  }
}

/** A skill stands in the sources of an app: there the test runner, the linter and the build find it. */
function folderOf(dir: string): string {
  const folder = dir.replace(/^\.\//, '').replace(/\/+$/, '');
  if (!/^apps\/[a-z0-9-]+\/src(\/[a-z0-9-]+)*$/.test(folder))
    throw new OrderRefused(
      `--dir ${dir}: a folder in the sources of an app, in lower case with hyphens, as ${OWN_SKILLS}.`,
    );
  if (/^apps\/(orchestrator|memory|reflection|skill-gateway|embedded)\//.test(folder))
    throw new OrderRefused(`--dir ${dir}: a service runs no skill; put it into a provider, as ${OWN_SKILLS}.`);
  return folder;
}
