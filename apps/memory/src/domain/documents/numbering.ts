import type { Marker } from './clause-markers';

const LAST_OF_SENTENCE = /[。.;；:：!！?？)）】」”"*_|>]$/;
const TITLE_LIKE = /^[\s\p{Lu}\p{N}\p{Script=Han}“"'‘「『《【[(（*_:：、—–-]|^$/u;
const WRAPPED_FROM_CHARS = 40;

export interface Before {
  readonly text: string;
  readonly blank: boolean;
}

/** False where the line before ran on into this one, so that its first number is one of a sentence (“as set out in clause⏎5.2 below”). */
export function startsAfresh(rest: string, before: Before | undefined): boolean {
  if (before === undefined || before.blank) return true;
  const text = before.text.trimEnd();
  if (LAST_OF_SENTENCE.test(text)) return true;
  return text.length < WRAPPED_FROM_CHARS && TITLE_LIKE.test(rest.trimStart());
}

/** How far numbers may jump, for clauses that were taken out. */
const MAX_GAP = 10;

/**
 * Whether a decimal may follow another in one document: its child, a later sibling, a later sibling of an ancestor, or a new start
 * at 1. Anything else at the start of a line is a figure.
 */
export function mayFollow(path: readonly number[], last: readonly number[] | undefined): boolean {
  if (last === undefined) return true;
  if (path.every((part) => part <= 1)) return true;
  const shared = path.findIndex((part, i) => part !== last[i]);
  if (shared === -1) return false;
  const [part = 0, before = 0] = [path[shared], last[shared]];
  const rest = path.slice(shared + 1);
  return part > before && part - before <= MAX_GAP && rest.every((below) => below <= MAX_GAP);
}

/** Whether “n.” goes on a count that stands at `last`, or begins one. */
export const continues = (marker: Marker, last: number | undefined): boolean => marker.path[0] === (last ?? 0) + 1;
