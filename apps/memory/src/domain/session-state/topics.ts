import { segmenter } from '../segmenter/segmenter';
import { CURRENT_TOPIC, FROZEN_TOPIC, taskState } from './dialogue-keys';
import type { SessionState, SlotOperation } from './session-state';
import { topicMove } from './topic-move';

/** A task that the user has laid aside: its slots wait, and what memory holds of it stays out of the answers. */
export interface FrozenTopic {
  /** `1`, `2`, …: the higher was laid aside later. */
  readonly id: number;
  readonly words: readonly string[];
  readonly slots: ReadonlyMap<string, string>;
}

const WORDS = `${CURRENT_TOPIC}words`;
/** As many words tell a task from another; more would make every task like every other. */
const MAX_WORDS = 24;
const MAX_FROZEN = 8;

/** The tasks laid aside, the latest at the end. */
export function frozenTopics({ state }: SessionState): FrozenTopic[] {
  const topics = new Map<number, { words: string[]; slots: Map<string, string> }>();
  for (const [key, value] of state) {
    const [, id, slot] = /^frozen:(\d+):(.+)$/su.exec(key) ?? [];
    if (id === undefined || slot === undefined) continue;
    const topic = topics.get(Number(id)) ?? { words: [], slots: new Map<string, string>() };
    topics.set(Number(id), topic);
    if (slot === WORDS) topic.words.push(...value.split(' '));
    else topic.slots.set(slot, value);
  }
  return [...topics].map(([id, topic]) => ({ id, ...topic })).sort((a, b) => a.id - b.id);
}

/**
 * What a text does to the topics of its session, before its acts are performed (M32): “先不说这个，查一下天气” lays the task aside with all
 * of its state, “回到刚才的退款” brings it back as it was and lays the other aside. To be recorded as a change of the system.
 */
export function topicOperations(session: SessionState, text: string): SlotOperation[] {
  const move = topicMove(text);
  const frozen = frozenTopics(session);
  const back = move && wanted(move.back, frozen);
  if (back) return [...freeze(session, frozen), ...thaw(back)];
  const aside = move?.away ?? false;
  const before = aside ? [] : wordsOf(session);
  const words = [...new Set([...before, ...contentWords(aside ? (move?.rest ?? '') : text)])].slice(0, MAX_WORDS);
  const noted: SlotOperation[] =
    words.join(' ') === wordsOf(session).join(' ') && !aside
      ? []
      : [{ kind: 'state', key: WORDS, value: words.length > 0 ? words.join(' ') : null }];
  return aside ? [...freeze(session, frozen), ...noted] : noted;
}

const wordsOf = ({ state }: SessionState): string[] => state.get(WORDS)?.split(' ') ?? [];

function freeze(session: SessionState, frozen: readonly FrozenTopic[]): SlotOperation[] {
  const slots = [...taskState(session)];
  const words = session.state.get(WORDS);
  if (slots.length === 0 && words === undefined) return [];
  const id = (frozen.at(-1)?.id ?? 0) + 1;
  const held = words === undefined ? slots : [...slots, [WORDS, words] as const];
  const forgotten = frozen.slice(0, Math.max(0, frozen.length + 1 - MAX_FROZEN));
  return [
    ...forgotten.flatMap(({ id: old, slots: gone }) =>
      [...gone.keys(), WORDS].map((key) => set(`${FROZEN_TOPIC}${old}:${key}`, null)),
    ),
    ...held.flatMap(([key, value]) => [set(`${FROZEN_TOPIC}${id}:${key}`, value), set(key, null)]),
  ];
}

function thaw({ id, words, slots }: FrozenTopic): SlotOperation[] {
  const held = words.length === 0 ? [...slots] : [...slots, [WORDS, words.join(' ')] as const];
  return held.flatMap(([key, value]) => [set(`${FROZEN_TOPIC}${id}:${key}`, null), set(key, value)]);
}

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
