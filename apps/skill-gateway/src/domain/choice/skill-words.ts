import type { SkillManifest } from '@plinth/contracts';
import { isRecord } from '@plinth/json-schema';
import { conceptsOf, termCounts } from '@plinth/terms';

/** Terms with how often they stand there; a concept stands under `#` and its name, so that synonyms and both languages meet. */
export type Words = ReadonlyMap<string, number>;

/** What a skill is chosen by (S11). */
export interface SkillWords {
  readonly name: string;
  readonly fields: Readonly<Record<Field, Words>>;
}

export const FIELDS = ['name', 'about', 'parameters', 'hints'] as const;
/** `about`: description and trigger; `hints`: what the parameters are said to be. */
export type Field = (typeof FIELDS)[number];

export const MAX_PARAMETERS = 100;
/** A concept says less than the word. */
const CONCEPT = 0.3;

export type Described = Pick<SkillManifest, 'name' | 'description' | 'trigger' | 'input_schema'>;

/** The words of a skill. `calledThere`: its name where it was imported from, which may be told apart better. */
export function skillWords({ name, description, trigger, input_schema }: Described, calledThere = name): SkillWords {
  const properties = isRecord(input_schema.properties) ? Object.entries(input_schema.properties) : [];
  const parameters = properties.slice(0, MAX_PARAMETERS);
  const hints = parameters.map(([, schema]) =>
    isRecord(schema) && typeof schema.description === 'string' ? schema.description : '',
  );
  return {
    name,
    fields: {
      name: wordsOf(apart(calledThere)),
      about: wordsOf(`${description} ${trigger}`),
      parameters: wordsOf(apart(parameters.map(([parameter]) => parameter).join(' '))),
      hints: wordsOf(hints.join(' ')),
    },
  };
}

/** The terms of a text and their concepts. */
export function wordsOf(text: string): Words {
  const words = new Map(termCounts(text));
  for (const [term, count] of [...words])
    for (const { name } of conceptsOf(term)) {
      const concept = `#${name}`;
      words.set(concept, Math.max(words.get(concept) ?? 0, count * CONCEPT));
    }
  return words;
}

export const isConcept = (word: string): boolean => word.startsWith('#');

/** `getWeather_by.city` as words. */
export function apart(name: string): string {
  return name.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').replace(/[._-]+/g, ' ');
}
