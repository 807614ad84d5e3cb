import type { TaskSchema, TaskSlot } from '../task-schema';

export type SlotKind = 'boolean' | 'count' | 'choice' | 'date' | 'time' | 'city' | 'place' | 'name' | 'amount' | 'text';

/** Where in a span of time or way the slot stands: departure and pick-up open, return and destination close. */
export type SlotRole = 'start' | 'end';

/** A slot of the schema with what its text says about the values that it takes. */
export interface ReadableSlot {
  readonly slot: TaskSlot;
  readonly kind: SlotKind;
  readonly role?: SlotRole;
  /** Stems of the label's and the description's words. */
  readonly stems: ReadonlySet<string>;
  /** Stems that no other slot of the same service has. */
  readonly own: ReadonlySet<string>;
  /** The name of a thing that does not exist yet, which nothing that a reply reports can be. */
  readonly creates: boolean;
}

const KIND_OF_WORD: readonly (readonly [SlotKind, RegExp])[] = [
  ['date', /^(?:date|day|birthday|birthdate|deadline)$/],
  ['time', /^(?:time|hour|o'clock)$/],
  ['city', /^(?:city|town|area|region|neighbou?rhood|district|state|country)$/],
  ['count', /^(?:count|quantity|passengers|travell?ers|guests|riders|seats|tickets|people|attendees|rooms|beds|bags)$/],
  ['place', /^(?:address|destination|location|place|station|airport|venue|origin|from|to|site|branch|stop)$/],
  ['name', /^(?:name|title|called)$/],
  ['amount', /^(?:amount|price|budget|cost|fee|fare|balance|money|salary)$/],
];
const YES = /^(?:true|yes|y)$/i;
const NO = /^(?:false|no|n)$/i;
const START =
  /\b(?:from|origin|originates?|depart(?:s|ing|ure)?|leav(?:e|es|ing)|pick[- ]?up|start(?:s|ing)?|begin(?:s|ning)?|check[- ]?in|source|outbound)\b/;
const END =
  /^to\b|\bto$|\b(?:destination|arriv(?:es?|al|ing)|drop[- ]?off|return(?:ing)?|ends?|ending|going to|until|check[- ]?out|target|heading)\b/;
/** Words that say nothing about which slot is meant. */
export const GENERAL = new Set(
  'a an the of for to in on at by is are or and with whether where which what that who has have be boolean flag name number type kind category user users from any use used available adequate desired preferred tentative its it their per other'.split(
    ' ',
  ),
);

export const labelOf = (slot: TaskSlot): string =>
  (slot.labels[0] ?? slot.name.split('.').at(-1) ?? slot.name).replace(/[_-]+/g, ' ').toLowerCase();

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z][a-z']*/g) ?? [];

/** A rough stem, so that “sharing” is “shared” and “seats” are “seating”. */
export const stemOf = (word: string): string =>
  word.length <= 3
    ? word
    : word
        .replace(/(?:ies|y)$/, 'i')
        .replace(/(?:'s|ing|ers|er|ed|es|s|e)$/, '')
        .replace(/(.)\1$/, '$1');

const read = new WeakMap<TaskSchema, readonly ReadableSlot[]>();

/** Reads a schema's slots once; the same schema answers the same. */
export function readableSlots(schema: TaskSchema): readonly ReadableSlot[] {
  const known = read.get(schema) ?? readSlots(schema);
  read.set(schema, known);
  return known;
}

function readSlots(schema: TaskSchema): ReadableSlot[] {
  const plain = schema.slots.map((slot) => {
    const label = labelOf(slot);
    const stems = new Set(
      wordsOf(`${slot.labels.join(' ')} ${label} ${slot.description ?? ''}`)
        .filter((w) => !GENERAL.has(w))
        .map(stemOf),
    );
    return {
      slot,
      label,
      stems,
      labelStems: new Set(
        wordsOf(`${slot.labels.join(' ')} ${label}`)
          .filter((w) => !GENERAL.has(w))
          .map(stemOf),
      ),
    };
  });
  return plain.map(({ slot, label, stems, labelStems }) => {
    const others = plain.filter((other) => other.slot !== slot && other.slot.service === slot.service);
    const own = new Set([...labelStems].filter((stem) => !others.some((other) => other.stems.has(stem))));
    const role = roleOf(label, slot.description ?? '');
    const creates = /\b(?:new|to use for|to give)\b/.test(`${label} ${slot.description ?? ''}`.toLowerCase());
    return { slot, kind: kindOf(slot, label), stems, own, creates, ...(role === undefined ? {} : { role }) };
  });
}

function kindOf(slot: TaskSlot, label: string): SlotKind {
  const values = slot.values ?? [];
  if (values.length > 0) {
    if (values.every((value) => YES.test(value) || NO.test(value))) return 'boolean';
    return values.every((value) => /^\d+$/.test(value)) ? 'count' : 'choice';
  }
  const description = (slot.description ?? '').toLowerCase();
  if (/\bnumber of\b|\bhow many\b/.test(`${label} ${description}`)) return 'count';
  const byLabel = kindOfWord(label.split(' ').at(-1) ?? '') ?? kindOfWord(label.split(' ')[0] ?? '');
  const first = wordsOf(description).find((word) => kindOfWord(word) !== undefined);
  const byDescription = first === undefined ? undefined : kindOfWord(first);
  if (byLabel === 'place' && byDescription === 'city') return 'city';
  if (byLabel === undefined && /\bwhether\b|\bflag\b/.test(description)) return 'boolean';
  return (
    byLabel ??
    (byDescription === 'place' || byDescription === 'city' || byDescription === 'name' ? byDescription : 'text')
  );
}

const kindOfWord = (word: string): SlotKind | undefined => KIND_OF_WORD.find(([, pattern]) => pattern.test(word))?.[0];

function roleOf(label: string, description: string): SlotRole | undefined {
  for (const text of [label, description.toLowerCase()]) {
    const [start, end] = [START.test(text), END.test(text)];
    if (start !== end) return start ? 'start' : 'end';
  }
  return undefined;
}

/** The value of the closed set that says yes or no. */
export function booleanValue(slot: TaskSlot, truth: boolean): string {
  const said = slot.values?.find((value) => (truth ? YES : NO).test(value));
  return said ?? (truth ? 'True' : 'False');
}
