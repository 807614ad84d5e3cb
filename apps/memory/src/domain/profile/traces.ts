import { attributeLabel } from '@plinth/contracts';
import type { Json, JsonObject } from '@plinth/kernel';
import { shownBy, type Signal } from '../signals/shown-preference';
import { attributeOfKey } from '../utterance/attributes';

/** What is erased, as its rows have it. */
export interface GoneItem {
  readonly id: string;
  readonly content: string | null;
  readonly key: string | null;
  readonly value: string | null;
}

/** What tells that a text, or a part of a recorded answer, comes from items. */
export interface Traces {
  readonly ids: readonly string[];
  /** Keys without the number of one of many. */
  readonly facts: readonly { readonly key: string; readonly value: string }[];
  /** Regular expressions, of PostgreSQL and of JavaScript alike, of words that say the item wherever they stand. */
  readonly patterns: readonly string[];
  readonly signals: readonly Signal[];
}

export function tracesOf(gone: readonly GoneItem[]): Traces {
  const facts = gone.flatMap(({ key, value }) => (key === null || value === null ? [] : [{ key: baseOf(key), value }]));
  const texts = [...gone.map(({ content }) => content), ...facts.map(({ value }) => value)];
  const telling = texts.filter((text) => text !== null).filter(isTelling);
  return {
    ids: gone.map(({ id }) => id),
    facts,
    patterns: [...new Set([...telling.flatMap(asStored).map(asToken), ...facts.map(labelled)])],
    signals: facts.flatMap(({ key, value }) => shownBy(key, value)),
  };
}

export const baseOf = (key: string): string => key.replace(/\/\d+$/, '');

const DIGITS = 6;
const WEIGHT = 12;
/**
 * Whether the words are so much their own that whoever writes them repeats them: an address of mail, a number of six digits, a sentence.
 * “30” or “杭州” stand in texts that have nothing to do with an age or a home. A Han character weighs two.
 */
function isTelling(text: string): boolean {
  const weight = [...text].reduce((sum, char) => sum + (/\p{Script=Han}/u.test(char) ? 2 : 1), 0);
  const digits = text.match(/\d/g)?.length ?? 0;
  return text.includes('@') || digits >= DIGITS || weight >= WEIGHT;
}

/** As it stands in a text, and within JSON. */
const asStored = (text: string): readonly string[] => [text, JSON.stringify(text).slice(1, -1)];
const escaped = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
/** The whole of it: neither a number nor a word that is longer. */
function asToken(text: string): string {
  const before = /^[0-9A-Za-z]/.test(text) ? '(?<![0-9A-Za-z])' : '';
  return `${before}${escaped(text)}${/[0-9A-Za-z]$/.test(text) ? '(?![0-9A-Za-z])' : ''}`;
}

/** The value told by the name of its attribute, as in “年龄：30” and “my age is 30”. */
function labelled({ key, value }: Traces['facts'][number]): string {
  const words = [key, attributeLabel(key, 'zh'), attributeLabel(key, 'en'), ...(attributeOfKey(key)?.words ?? [])];
  const named = [...new Set(words)].filter((word) => word !== '').map(escaped);
  return `(?:${named.join('|')})(?: ?(?:是|为|is|was|:|：|=|,|，|现在|今年)){0,3} ?${asToken(value)}`;
}

/** Whether a text says one of the items. */
export const says = (text: string, { patterns }: Pick<Traces, 'patterns'>): boolean =>
  patterns.some((pattern) => new RegExp(pattern).test(text));

/** A recorded answer without what it tells of the items: their entries, their fields and how they were before. Undefined: all of it is. */
export function withoutTraces(json: Json, traces: Traces): Json | undefined {
  if (typeof json === 'string') return says(json, traces) ? undefined : json;
  if (isList(json)) return json.flatMap((one) => (isAbout(one, traces) ? [] : (withoutTraces(one, traces) ?? [])));
  if (json === null || typeof json !== 'object') return json;
  if (isAbout(json, traces)) return undefined;
  const before = 'previous' in json && isOfFact(json['key'], json['previous'], traces);
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) => {
      if (isOfFact(name, value, traces) || (before && name === 'previous')) return [];
      const left = withoutTraces(value, traces);
      return left === undefined ? [] : [[name, left]];
    }),
  );
}

const NAMES_OF_ITEM = ['id', 'item_id', 'candidate_id', 'candidateId', 'factId'];

function isAbout(json: Json, traces: Traces): boolean {
  if (!isObject(json)) return false;
  if (NAMES_OF_ITEM.some((name) => traces.ids.some((id) => id === json[name]))) return true;
  return isOfFact(json['key'] ?? json['kind'], json['value'], traces);
}

const isOfFact = (key: Json | undefined, value: Json | undefined, { facts }: Traces): boolean =>
  typeof key === 'string' && facts.some((fact) => fact.value === value && fact.key === baseOf(key));

const isList = (json: Json): json is readonly Json[] => Array.isArray(json);
const isObject = (json: Json): json is JsonObject => typeof json === 'object' && json !== null && !Array.isArray(json);
