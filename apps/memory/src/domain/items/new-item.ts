import { languageOf, type MemoryItem } from '@plinth/contracts';
import { contentHash, type JsonObject } from '@plinth/kernel';
import { momentsOf } from './happened';

/** An item as it is written first, with all that it carries (M7). Instants in ms, UTC; `until` ends are exclusive. */
export interface NewItem {
  readonly id: string;
  readonly kind: MemoryItem['kind'];
  /** `reference`: found when asked for, never shown unasked. */
  readonly status: 'active' | 'reference';
  readonly key?: string;
  readonly content: string;
  readonly attributes?: JsonObject;
  /** Two live items of a user with the same hash, kind and space are one item, re-stated. */
  readonly contentHash: string;
  readonly sourceId: string;
  readonly sourceChannel: string;
  readonly sourceType: MemoryItem['source_type'];
  readonly confidence: number;
  readonly importance: number;
  readonly observedAtMs: number;
  readonly validFromMs: number;
  /** Absent: until superseded. */
  readonly validUntilMs?: number;
  /** Nothing forgets or erases it before, by this rule (M18). */
  readonly retained?: { readonly untilMs: number; readonly rule: string };
  readonly happenedFromMs: number;
  readonly happenedUntilMs: number;
  /** Agents may keep semantic spaces of their own beside the profile that they share (M27); '' is everybody's. */
  readonly space: string;
  readonly task?: string;
  readonly language: 'zh' | 'en';
  /** Items that it was made of; when one of them is erased, it goes too (M18). */
  readonly derivedFrom: readonly string[];
  /** The same content in one request counts as said so often. */
  readonly restated: number;
}

type Given = Pick<NewItem, 'id' | 'kind' | 'content' | 'sourceId' | 'sourceType' | 'confidence' | 'observedAtMs'> &
  Partial<NewItem>;

/** An item with everything that was not given as it is by default. Things that happened are told apart by their source, statements by their words. */
export function newItem(given: Given): NewItem {
  const happened = momentsOf(given.content, given.observedAtMs);
  return {
    status: 'active',
    contentHash:
      given.kind === 'episode' ? contentHash([given.sourceId, said(given.content)]) : contentHash(said(given.content)),
    sourceChannel: 'session',
    importance: 0.5,
    validFromMs: given.observedAtMs,
    happenedFromMs: happened.fromMs,
    happenedUntilMs: happened.untilMs,
    space: '',
    language: languageOf('', given.content) === 'zh' ? 'zh' : 'en',
    derivedFrom: [],
    restated: 1,
    ...given,
  };
}

/** Texts that differ in width, case or white space say the same. */
const said = (content: string): string => content.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
