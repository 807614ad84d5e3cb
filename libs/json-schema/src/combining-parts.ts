import type { Ask, Asking, Part } from './asking';
import { Evaluated, type Place, type Run } from './run';
import type { ValueError } from './schema-error';

/** The keywords that ask other schemas about the same value. */
export function combiningParts(asking: Asking): readonly Part[] {
  const { schema, at } = asking;
  const parts: Part[] = [];
  const branches = (keyword: string): Ask[] => {
    const list = schema[keyword];
    return Array.isArray(list) ? list.map((_each, index) => at(keyword, index)) : [];
  };
  if ('allOf' in schema) parts.push(all(branches('allOf')));
  if ('anyOf' in schema) parts.push(alternatives(branches('anyOf'), 'any_of'));
  if ('oneOf' in schema) parts.push(alternatives(branches('oneOf'), 'one_of'));
  if ('not' in schema) parts.push(not(at('not')));
  if ('if' in schema) parts.push(conditional(asking));
  return parts;
}

function all(branches: readonly Ask[]): Part {
  return (value, place, run, seen) => {
    for (const ask of branches) seen.take(ask(value, place, run));
  };
}

interface Tried {
  readonly errors: readonly ValueError[];
  readonly seen: Evaluated;
}

/** When none fits, the errors of the one that comes closest are told too. */
function alternatives(branches: readonly Ask[], rule: 'any_of' | 'one_of'): Part {
  return (value, place, run, seen) => {
    const tried = branches.map((ask) => attempt(ask, value, place, run));
    const fitting = tried.filter(({ errors }) => errors.length === 0);
    for (const each of fitting) seen.take(each.seen);
    if (fitting.length === 0) failByClosest(tried, rule, place, run, seen);
    else if (rule === 'one_of' && fitting.length > 1) run.fail(place, rule, { fitting: fitting.length });
  };
}

function attempt(ask: Ask, value: unknown, place: Place | undefined, run: Run): Tried {
  let seen = new Evaluated();
  const errors = run.aside(() => {
    seen = ask(value, place, run);
  });
  return { errors, seen };
}

function failByClosest(
  tried: readonly Tried[],
  rule: string,
  place: Place | undefined,
  run: Run,
  seen: Evaluated,
): void {
  run.fail(place, rule, {});
  const depth = depthOf(place);
  const closest = tried.reduce<Tried | undefined>(
    (best, each) => (best && distanceOf(best, depth) <= distanceOf(each, depth) ? best : each),
    undefined,
  );
  if (!closest) return;
  run.errors.push(...closest.errors);
  seen.take(closest.seen);
}

/** A wrong type or a wrong word that tells alternatives apart weighs more than what is wrong further inside. */
function distanceOf({ errors }: Tried, depth: number): number {
  return errors.reduce((sum, { path, rule }) => {
    if (path.length === depth && rule === 'type') return sum + 1_000;
    return sum + (path.length <= depth + 1 && (rule === 'const' || rule === 'enum') ? 10 : 1);
  }, 0);
}

function depthOf(place: Place | undefined): number {
  let depth = 0;
  for (let at = place; at; at = at.parent) depth += 1;
  return depth;
}

function not(ask: Ask): Part {
  return (value, place, run) => {
    if (run.aside(() => ask(value, place, run)).length === 0) run.fail(place, 'not', {});
  };
}

function conditional({ schema, at }: Asking): Part {
  const [condition, then, otherwise] = [at('if'), at('then'), at('else')];
  return (value, place, run, seen) => {
    const tried = attempt(condition, value, place, run);
    const fits = tried.errors.length === 0;
    if (fits) seen.take(tried.seen);
    if (fits && 'then' in schema) seen.take(then(value, place, run));
    if (!fits && 'else' in schema) seen.take(otherwise(value, place, run));
  };
}
