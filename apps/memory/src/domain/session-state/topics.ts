import { segmenter } from '@plinth/terms';
import { coreEntities } from './core-entities';
import { FROZEN_TOPIC, taskState } from './dialogue-keys';
import type { SessionState, SlotOperation } from './session-state';
import { topicMove } from './topic-move';
import {
  closedAt,
  entityName,
  isWithin,
  MAX_WORDS,
  NOTE_KEYS,
  noteOperations,
  notesIn,
  wordsNoted,
  type TopicNotes,
} from './topic-notes';

/** A task that the user has laid aside: its slots wait, and what memory holds of it stays out of the answers. */
export interface FrozenTopic extends TopicNotes {
  /** `1`, `2`, …: the higher was laid aside later. */
  readonly id: number;
  readonly slots: ReadonlyMap<string, string>;
}

/** When a text is said, and what the user said before it as far as it is still at hand. */
export interface SaidAt {
  readonly nowMs: number;
  readonly said?: readonly { readonly said: string; readonly saidAtMs: number }[] | undefined;
}

const MAX_FROZEN = 8;

/** The tasks laid aside, the latest at the end. */
export function frozenTopics({ state }: SessionState): FrozenTopic[] {
  const topics = new Map<number, Map<string, string>>();
  for (const [key, value] of state) {
    const [, id, slot] = /^frozen:(\d+):(.+)$/su.exec(key) ?? [];
    if (id === undefined || slot === undefined) continue;
    const held = topics.get(Number(id)) ?? new Map<string, string>();
    topics.set(Number(id), held.set(slot, value));
  }
  return [...topics]
    .map(([id, held]) => ({
      id,
      ...notesIn(held),
      slots: new Map([...held].filter(([key]) => !NOTE_KEYS.includes(key))),
    }))
    .sort((a, b) => a.id - b.id);
}

/** What is noted of the topic that is spoken of now, with the entities that have been named in it. */
export function currentTopic(session: SessionState): TopicNotes {
  const notes = notesIn(session.state);
  const named = coreEntities(session)
    .filter(({ message }) => message > notes.afterMessage)
    .map(entityName);
  return { ...notes, entities: [...new Set([...notes.entities, ...named])] };
}

/**
 * What a text does to the topics of its session, before its acts are performed (M32): “先不说这个，查一下天气” lays the task aside with all
 * of its state, “回到刚才的退款” brings it back as it was and lays the other aside. To be recorded as a change of the system.
 */
export function topicOperations(session: SessionState, text: string, at: SaidAt): SlotOperation[] {
  const last = new Map(moved(session, text, at).map((operation) => [operation.key, operation]));
  return [...last.values()].filter(({ key, value }) => value !== null || session.state.has(key));
}

function moved(session: SessionState, text: string, at: SaidAt): SlotOperation[] {
  const move = topicMove(text);
  const frozen = frozenTopics(session);
  const back = move && wanted(move.back, frozen);
  if (back) return [...freeze(session, frozen, at), ...thaw(back, session, at)];
  const { words: before } = notesIn(session.state);
  if (move?.away) {
    const words = contentWords(move.rest);
    const laidAside = freeze(session, frozen, at);
    return [...laidAside, ...(laidAside.length > 0 ? begun(words, session, at) : [wordsNoted(words)])];
  }
  const words = [...new Set([...before, ...contentWords(text)])].slice(0, MAX_WORDS);
  return words.join(' ') === before.join(' ') ? [] : [wordsNoted(words)];
}

/** Nothing, where nothing was spoken of yet. */
function freeze(session: SessionState, frozen: readonly FrozenTopic[], { nowMs, said = [] }: SaidAt): SlotOperation[] {
  const slots = [...taskState(session)];
  const topic = currentTopic(session);
  const spoken = said.filter(({ saidAtMs }) => isWithin(topic.spans, saidAtMs)).map((round) => round.said);
  const words = topic.words.length > 0 ? topic.words : contentWords(spoken.join(' '));
  if (slots.length === 0 && words.length === 0 && topic.entities.length === 0) return [];
  const id = (frozen.at(-1)?.id ?? 0) + 1;
  const notes = noteOperations({ ...topic, words, spans: closedAt(topic.spans, nowMs), afterMessage: 0 });
  const held = [...slots, ...notes.flatMap(({ key, value }) => (value === null ? [] : [[key, value] as const]))];
  const forgotten = frozen.slice(0, Math.max(0, frozen.length + 1 - MAX_FROZEN));
  return [
    ...forgotten.flatMap((old) => [...old.slots.keys(), ...NOTE_KEYS].map((key) => set(frozenKey(old.id, key), null))),
    ...held.map(([key, value]) => set(frozenKey(id, key), value)),
    ...[...slots.map(([key]) => key), ...NOTE_KEYS].map((key) => set(key, null)),
  ];
}

function begun(words: readonly string[], session: SessionState, { nowMs }: SaidAt): SlotOperation[] {
  return noteOperations({ words, spans: [{ fromMs: nowMs }], entities: [], afterMessage: messagesOf(session) });
}

function thaw({ id, slots, ...notes }: FrozenTopic, session: SessionState, { nowMs }: SaidAt): SlotOperation[] {
  const spans = [...notes.spans, { fromMs: nowMs }];
  return [
    ...[...slots.keys(), ...NOTE_KEYS].map((key) => set(frozenKey(id, key), null)),
    ...[...slots].map(([key, value]) => set(key, value)),
    ...noteOperations({ ...notes, spans, afterMessage: messagesOf(session) }),
  ];
}

const messagesOf = (session: SessionState): number => coreEntities(session).at(-1)?.message ?? 0;
const frozenKey = (id: number, key: string): string => `${FROZEN_TOPIC}${id}:${key}`;
const set = (key: string, value: string | null): SlotOperation => ({ kind: 'state', key, value });

/** The latest task that the words name; of words that name none, none; of no words, the latest of all. */
function wanted(back: string | undefined, frozen: readonly FrozenTopic[]): FrozenTopic | undefined {
  if (back === undefined) return undefined;
  if (back === '') return frozen.at(-1);
  const asked = contentWords(back);
  return frozen.findLast(
    ({ words, slots }) =>
      asked.some((word) => words.includes(word)) ||
      [...slots.values()].some((value) => value.length > 1 && back.toLowerCase().includes(value.toLowerCase())),
  );
}

const EMPTY = new Set(
  '我们 你们 他们 这个 那个 什么 怎么 一下 可以 现在 刚才 之前 问题 事情 话题 时候 已经 还是 没有 帮我 请问 谢谢 the and for that this with you your can could please would want need what how about are was have has not from they them'.split(
    ' ',
  ),
);

/** The words that tell what a text is about: of Chinese the dictionary's of two characters or more, of the rest those of three letters. */
function contentWords(text: string): string[] {
  const words = segmenter().cut(text.slice(0, 500).toLowerCase(), true);
  return [
    ...new Set(
      words.filter(
        (word) => /^(?:\p{Script=Han}{2,8}|[a-z][a-z'-]{2,20}|[a-z0-9-]*\d[a-z0-9-]*)$/u.test(word) && !EMPTY.has(word),
      ),
    ),
  ];
}
