import { CORE_KINDS, type CoreEntityKind } from '../session-state/core-entities';
import type { SessionState } from '../session-state/session-state';
import { isWithin, type TopicNotes } from '../session-state/topic-notes';
import { currentTopic, frozenTopics, type FrozenTopic } from '../session-state/topics';
import type { Candidate } from './candidate';

export interface Topics {
  readonly session: SessionState;
  /** Of that state; without it nothing is known of what was said while a topic was current. */
  readonly sessionId?: string | undefined;
  /** What the user says now. */
  readonly text: string;
}

interface Parted {
  readonly open: readonly Candidate[];
  /** With the topic that each waits with, as a reader would call it. */
  readonly frozen: readonly { readonly candidate: Candidate; readonly topic: string }[];
}

/** Whether an entity of this kind belongs to one task: of people and places any task may speak. */
const OF_ONE_TASK = { order_number: true, file: true, place: false, person: false } satisfies Record<
  CoreEntityKind,
  boolean
>;

/**
 * Which candidates belong to a topic that the user has laid aside, and are therefore to be left out before ranking (M32): what was said
 * or decided while it was spoken of, what names an order or file of it, what was kept under its kind of task. A fact or preference of the
 * profile never freezes, nor what the organisation shares, nor what names a thing of the topic that is spoken of now. A text that names a
 * thing of a frozen topic asks for it.
 */
export function partFrozen(candidates: readonly Candidate[], { session, sessionId, text }: Topics): Parted {
  const topics = frozenTopics(session).filter((topic) => !isAskedFor(topic, text));
  if (topics.length === 0) return { open: candidates, frozen: [] };
  const current = currentTopic(session);
  const parted = candidates.map((candidate) => ({
    candidate,
    topic: topics.findLast((topic) => belongs(candidate, { topic, current, sessionId })),
  }));
  return {
    open: parted.flatMap(({ candidate, topic }) => (topic ? [] : [candidate])),
    frozen: parted.flatMap(({ candidate, topic }) => (topic ? [{ candidate, topic: nameOf(topic) }] : [])),
  };
}

function belongs(
  candidate: Candidate,
  { topic, current, sessionId }: { topic: FrozenTopic; current: TopicNotes; sessionId: string | undefined },
): boolean {
  const { kind, key, shared, content, task } = candidate;
  if (shared || (key !== undefined && (kind === 'fact' || kind === 'preference'))) return false;
  if (thingsOf(current).some((thing) => names(content, thing))) return false;
  const saidThen =
    sessionId !== undefined && candidate.sessionId === sessionId && isWithin(topic.spans, candidate.atMs);
  const ofItsTask = task !== undefined && topic.words.includes(task) && !current.words.includes(task);
  return saidThen || ofItsTask || thingsOf(topic).some((thing) => names(content, thing));
}

const isAskedFor = (topic: FrozenTopic, text: string): boolean =>
  [...thingsOf(topic), ...topic.slots.values()].some((thing) => thing.length > 1 && names(text, thing));

/** The orders and files of a topic. */
function thingsOf({ entities }: TopicNotes): string[] {
  const kinds = CORE_KINDS.filter((kind) => OF_ONE_TASK[kind]);
  return entities.flatMap((entity) =>
    kinds.flatMap((kind) => (entity.startsWith(`${kind}:`) ? [entity.slice(kind.length + 1)] : [])),
  );
}

/** A1001 does not stand in A10012. */
function names(text: string, thing: string): boolean {
  const [within, wanted] = [text.toLowerCase(), thing.toLowerCase()];
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + wanted.length))
    if (!joined(within[at - 1], wanted[0]) && !joined(wanted.at(-1), within[at + wanted.length])) return true;
  return false;
}

const joined = (left: string | undefined, right: string | undefined): boolean =>
  /[a-z0-9]/.test(left ?? '') && /[a-z0-9]/.test(right ?? '');

const nameOf = ({ id, words }: FrozenTopic): string => (words.length > 0 ? words.slice(0, 3).join(' ') : `#${id}`);
