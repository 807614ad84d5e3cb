import type { MemoryItem, MemoryLayer } from '@plinth/contracts';
import { attributeOfKey, STANDS_IN } from '../utterance/attributes';
import type { SpeechAct } from '../utterance/speech-act';
import type { SessionState } from '../session-state/session-state';

export interface ProfileFact {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly sourceType: MemoryItem['source_type'];
  readonly observedAtMs: number;
}

export interface FoundItem {
  readonly id: string;
  readonly kind: MemoryItem['kind'];
  readonly key?: string;
  readonly content: string;
  readonly sourceType: MemoryItem['source_type'];
  readonly score: number;
}

export interface Knowledge {
  readonly session: SessionState;
  readonly profile: readonly ProfileFact[];
  /** What the keyword search found, best first. */
  readonly found: readonly FoundItem[];
}

export interface Recalled {
  readonly items: readonly MemoryItem[];
  readonly answer?: {
    readonly key: string;
    readonly value?: string;
    readonly item_id?: string;
    readonly layer: MemoryLayer | 'none';
  };
}

/** Items injected into a turn at most (M6). */
const TOP = 5;
/** A hit below this share of the best one is about something else: no padding (M8). */
const FLOOR_OF_BEST = 0.25;

/** The three steps of recall, stopping at the first that suffices: session, profile by key, keyword search (M9). */
export function recall(question: (SpeechAct & { act: 'ask' }) | undefined, knowledge: Knowledge, top = TOP): Recalled {
  if (!question) return { items: relevant(knowledge, top) };
  for (const key of [question.key, ...(STANDS_IN.get(question.key) ?? [])]) {
    const answer = inSession(key, knowledge.session) ?? inProfile(key, knowledge.profile);
    if (answer) return answer;
  }
  if (!question.named) return { items: relevant(knowledge, top) };
  const items = relevant(knowledge, top);
  const sufficient = items.find((item) => item.layer === 'semantic' && item.key === question.key);
  if (sufficient)
    return {
      items: [sufficient],
      answer: { key: question.key, value: sufficient.content, item_id: sufficient.id, layer: 'semantic' },
    };
  return { items, answer: { key: question.key, layer: 'none' } };
}

function inSession(key: string, session: SessionState): Recalled | undefined {
  for (const kind of ['facts', 'state', 'constraints'] as const) {
    const values = numbered(key, [...session[kind]]);
    if (values.length === 0) continue;
    const value = values.join('、');
    const item: MemoryItem = {
      id: `session:${kind}:${key}`,
      kind: kind === 'facts' ? 'fact' : kind === 'state' ? 'state' : 'constraint',
      layer: 'session',
      key,
      content: value,
      source_type: kind === 'constraints' ? 'system' : 'user',
      score: 1,
    };
    return { items: [item], answer: { key, value, item_id: item.id, layer: 'session' } };
  }
  return undefined;
}

function inProfile(key: string, profile: readonly ProfileFact[]): Recalled | undefined {
  const facts = profile.filter((fact) => isNumbered(key, fact.key));
  const [first] = facts;
  if (!first) return undefined;
  return {
    items: facts.map(profileItem),
    answer: { key, value: facts.map(({ value }) => value).join('、'), item_id: first.id, layer: 'profile' },
  };
}

/** `allergy`, `allergy/2`, … are the values of one attribute. */
const isNumbered = (key: string, candidate: string): boolean =>
  candidate === key || (candidate.startsWith(`${key}/`) && /^\d+$/.test(candidate.slice(key.length + 1)));

function numbered(key: string, slots: readonly (readonly [string, string])[]): string[] {
  return slots.filter(([candidate]) => isNumbered(key, candidate)).map(([, value]) => value);
}

function profileItem(fact: ProfileFact): MemoryItem {
  return {
    id: fact.id,
    kind: attributeOfKey(fact.key)?.many ? 'preference' : 'fact',
    layer: 'profile',
    key: fact.key,
    content: fact.value,
    source_type: fact.sourceType,
    score: 1,
  };
}

/** What the search found above the floor; a profile fact found by its words is shown as the profile has it now. */
function relevant({ profile, found }: Knowledge, top: number): MemoryItem[] {
  const facts = new Map(profile.map((fact) => [fact.id, fact]));
  const floor = (found[0]?.score ?? 0) * FLOOR_OF_BEST;
  return found
    .filter(({ score }) => score > 0 && score >= floor)
    .slice(0, top)
    .map((item) => {
      const fact = facts.get(item.id);
      if (fact) return { ...profileItem(fact), score: item.score };
      return {
        id: item.id,
        kind: item.kind,
        layer: 'semantic',
        ...(item.key === undefined ? {} : { key: item.key }),
        content: item.content,
        source_type: item.sourceType,
        score: item.score,
      };
    });
}
