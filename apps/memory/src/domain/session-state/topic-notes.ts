import { CURRENT_TOPIC } from './dialogue-keys';
import type { SlotOperation } from './session-state';

/** A time during which a topic was spoken of; ms, open at its end while it still is. */
export interface TopicSpan {
  readonly fromMs: number;
  readonly untilMs?: number;
}

/** What the session notes of a topic beside the slots of its task. */
export interface TopicNotes {
  readonly words: readonly string[];
  readonly spans: readonly TopicSpan[];
  /** `kind:value` of the core entities that were named while it was current. */
  readonly entities: readonly string[];
  /** Of the current topic: entities of later messages were named in it. */
  readonly afterMessage: number;
}

const WORDS = `${CURRENT_TOPIC}words`;
const SPANS = `${CURRENT_TOPIC}spans`;
const ENTITIES = `${CURRENT_TOPIC}entities`;
const AFTER = `${CURRENT_TOPIC}after`;
export const NOTE_KEYS: readonly string[] = [WORDS, SPANS, ENTITIES, AFTER];

/** As many words tell a task from another; more would make every task like every other. */
export const MAX_WORDS = 24;
/** Of a topic that was taken up more often the oldest spans are forgotten: what was said in them is found again. */
const MAX_SPANS = 16;

/** Until something is noted a topic is as old as its session. */
export function notesIn(state: ReadonlyMap<string, string>): TopicNotes {
  return {
    words: state.get(WORDS)?.split(' ') ?? [],
    spans: spansOf(state.get(SPANS)),
    entities: state.get(ENTITIES)?.split('\n') ?? [],
    afterMessage: Number(state.get(AFTER) ?? 0),
  };
}

/** The notes as keys of the state; null for what there is nothing to note of. */
export function noteOperations({ words, spans, entities, afterMessage }: TopicNotes): SlotOperation[] {
  return [
    noted(WORDS, words.slice(0, MAX_WORDS).join(' ')),
    noted(SPANS, spans.map(({ fromMs, untilMs }) => `${fromMs}-${untilMs ?? ''}`).join(',')),
    noted(ENTITIES, entities.join('\n')),
    noted(AFTER, afterMessage === 0 ? '' : String(afterMessage)),
  ];
}

export const wordsNoted = (words: readonly string[]): SlotOperation =>
  noted(WORDS, words.slice(0, MAX_WORDS).join(' '));

const noted = (key: string, value: string): SlotOperation => ({
  kind: 'state',
  key,
  value: value === '' ? null : value,
});

export function closedAt(spans: readonly TopicSpan[], atMs: number): TopicSpan[] {
  return spans.map(({ fromMs, untilMs }) => ({ fromMs, untilMs: untilMs ?? atMs })).slice(-MAX_SPANS);
}

export const isWithin = (spans: readonly TopicSpan[], atMs: number): boolean =>
  spans.some(({ fromMs, untilMs }) => atMs >= fromMs && (untilMs === undefined || atMs < untilMs));

/** `kind:value`, as notes hold an entity. */
export const entityName = ({ kind, value }: { readonly kind: string; readonly value: string }): string =>
  `${kind}:${value}`;

function spansOf(text: string | undefined): TopicSpan[] {
  if (text === undefined) return [{ fromMs: 0 }];
  return text.split(',').map((span) => {
    const [from = '0', until = ''] = span.split('-');
    return { fromMs: Number(from), ...(until === '' ? {} : { untilMs: Number(until) }) };
  });
}
