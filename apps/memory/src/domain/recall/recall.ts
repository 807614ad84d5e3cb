import type { MemoryItem, MemoryLayer } from '@plinth/contracts';
import { attributeOfKey, STANDS_IN } from '../utterance/attributes';
import type { SpeechAct } from '../utterance/speech-act';
import type { SessionState } from '../session-state/session-state';
import type { Decision } from '../profile/decision';
import type { Candidate } from './candidate';
import type { KeptContact } from '../anchors/people/contact';
import { contactAsked } from './contact-asked';
import { decisionAsked } from './decision-asked';
import { heldInSession } from './held-in-session';
import { memoryNeed, type MemoryNeed } from './memory-need';
import { rankByTopic } from './rank-by-topic';
import type { Ranked, Ranking } from './rank-candidates';
import type { RecallPolicy } from './recall-policy';
import type { RecallQuery } from './recall-query';

export interface ProfileFact {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly sourceType: MemoryItem['source_type'];
  readonly observedAtMs: number;
  /** Established elsewhere after this session had said anything of it: it counts before the session's own value. */
  readonly newerThanSession?: boolean;
}

export interface Knowledge {
  readonly session: SessionState;
  /** Of `session`, where there is one. */
  readonly sessionId?: string;
  readonly profile: readonly ProfileFact[];
  readonly contacts?: readonly KeptContact[];
  /** What the arms have found. */
  readonly found: readonly Candidate[];
}

export interface Asking {
  /** The attribute that is asked for, if one is. */
  readonly about?: SpeechAct & { act: 'ask' };
  readonly text: string;
  readonly query: RecallQuery;
  readonly ranking: Ranking;
  /** Asked of memory itself, outside of any dialogue: whatever it says, it wants an answer. */
  readonly lookup?: boolean;
}

/** Of the three steps the one that sufficed. */
export type AnsweredBy = MemoryLayer | 'none';

export interface Recalled {
  /** `none`: nothing was asked of memory, or nothing that it has suffices; `items` may still be of use. */
  readonly answeredBy: AnsweredBy;
  readonly items: readonly MemoryItem[];
  readonly answer?: {
    readonly key: string;
    readonly value?: string;
    readonly item_id?: string;
    readonly layer: MemoryLayer | 'none';
    /** The contact whose it is; without one it is the user's. */
    readonly of?: string;
    /** Of the agent, when its reason was asked for (M34). */
    readonly decision?: Decision;
  };
  /** What the session has of the thing that is spoken of without a name, where that is all that is wanted of memory. */
  readonly held?: readonly MemoryItem[];
  /** Several are meant as likely: to be asked, not guessed (M9). */
  readonly ambiguous?: readonly { readonly id: string; readonly name: string }[];
  /** Every candidate of the search, kept or dropped, with the reason. */
  readonly ranked: readonly Ranked[];
}

/**
 * The three steps of recall, stopping at the first that suffices: session, profile by key and contacts by name, search (M9). What a text
 * that asks nothing of memory brings to mind is given, too, and answers nothing.
 */
export function recall(asking: Asking, knowledge: Knowledge): Recalled {
  const known = directAnswer(asking, knowledge);
  if (known) return { ...known, ranked: [] };
  const { about, text, query, ranking, lookup } = asking;
  const ranked = rankByTopic(query.question, knowledge.found, { ...knowledge, text, ranking });
  const explained = decisionAsked(text, ranked);
  if (explained) return { answeredBy: 'semantic', ...explained, ranked };
  const items = itemsOf(ranked, knowledge.profile);
  const sufficient = about?.named
    ? items.find((item) => item.layer === 'semantic' && item.key === about.key)
    : undefined;
  if (about && sufficient) {
    const answer = { key: about.key, value: sufficient.content, item_id: sufficient.id, layer: 'semantic' } as const;
    return { answeredBy: 'semantic', items: [sufficient], ranked, answer };
  }
  const need: MemoryNeed = about || lookup === true ? 'past' : memoryNeed(text);
  const unknown = about?.named ? { answer: { key: about.key, layer: 'none' } as const } : {};
  if (need === 'past' && suffices(ranked, ranking.policy)) return { answeredBy: 'semantic', items, ranked, ...unknown };
  const held = about ? [] : heldInSession(text, need, knowledge.session, ranking.policy.layers.session);
  if (held.length > 0) return { answeredBy: 'session', held, items, ranked };
  return { answeredBy: 'none', items, ranked, ...unknown };
}

/** Something that was kept says enough of what the question says, or happened when it asks for. */
const suffices = (ranked: readonly Ranked[], { sufficient }: RecallPolicy): boolean =>
  ranked.some(({ kept, relevance }) => kept && (relevance.coverage >= sufficient || relevance.period === 1));

/** What session or profile answer by themselves, without a search; undefined when neither suffices. */
export function directAnswer(
  { about, text, ranking }: Pick<Asking, 'about' | 'text' | 'ranking'>,
  { session, profile, contacts = [] }: Omit<Knowledge, 'found'>,
): Omit<Recalled, 'ranked'> | undefined {
  const { layers } = ranking.policy;
  for (const key of about ? [about.key, ...(STANDS_IN.get(about.key) ?? [])] : []) {
    const overtaken = profile.some((fact) => fact.newerThanSession && isNumbered(key, fact.key));
    const answer =
      (overtaken ? undefined : inSession(key, session, layers.session)) ?? inProfile(key, profile, layers.profile);
    if (answer) return answer;
  }
  const contact = contactAsked(text, contacts, ranking.policy);
  return contact && { answeredBy: 'profile', ...contact };
}

function inSession(key: string, session: SessionState, score: number): Omit<Recalled, 'ranked'> | undefined {
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
      score,
    };
    return { answeredBy: 'session', items: [item], answer: { key, value, item_id: item.id, layer: 'session' } };
  }
  return undefined;
}

function inProfile(key: string, profile: readonly ProfileFact[], score: number): Omit<Recalled, 'ranked'> | undefined {
  const facts = profile.filter((fact) => isNumbered(key, fact.key));
  const [first] = facts;
  if (!first) return undefined;
  return {
    answeredBy: 'profile',
    items: facts.map((fact) => profileItem(fact, score)),
    answer: { key, value: facts.map(({ value }) => value).join('、'), item_id: first.id, layer: 'profile' },
  };
}

/** `allergy`, `allergy/2`, … are the values of one attribute. */
const isNumbered = (key: string, candidate: string): boolean =>
  candidate === key || (candidate.startsWith(`${key}/`) && /^\d+$/.test(candidate.slice(key.length + 1)));

function numbered(key: string, slots: readonly (readonly [string, string])[]): string[] {
  return slots.filter(([candidate]) => isNumbered(key, candidate)).map(([, value]) => value);
}

function profileItem(fact: ProfileFact, score: number): MemoryItem {
  return {
    id: fact.id,
    kind: attributeOfKey(fact.key)?.many ? 'preference' : 'fact',
    layer: 'profile',
    key: fact.key,
    content: fact.value,
    source_type: fact.sourceType,
    score,
  };
}

/** What ranking kept; a profile fact found by its words is shown as the profile has it now. */
function itemsOf(ranked: readonly Ranked[], profile: readonly ProfileFact[]): MemoryItem[] {
  const facts = new Map(profile.map((fact) => [fact.id, fact]));
  return ranked
    .filter(({ kept }) => kept)
    .map(({ candidate, score }) => {
      const fact = facts.get(candidate.id);
      if (fact) return profileItem(fact, score);
      const { id, kind, key, content, sourceType } = candidate;
      const named = key === undefined ? {} : { key };
      return { id, kind, layer: 'semantic', ...named, content, source_type: sourceType, score };
    });
}
