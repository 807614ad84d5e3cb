import type { TaskSchema } from '../task-schema';
import { GENERAL, stemOf, wordsOf } from './slot-kind';

/** Words that people use for the same service; a row speaks for a service whose own text holds one of it. */
const FIELDS: readonly (readonly string[])[] = [
  'taxi cab ride rides ridesharing uber lyft driver',
  'restaurant restaurants dining dinner lunch breakfast eat food meal table cuisine dine',
  'bus buses coach',
  'flight flights fly flying plane airline airlines airfare',
  'train trains railway rail',
  'rental rent car cars rentalcars vehicle',
  'therapist psychologist psychiatrist counselor counsellor therapy depressed depression',
  'doctor physician clinic dermatologist',
  'dentist teeth tooth',
  'alarm alarms reminder wake',
  'weather forecast temperature rain sunny humidity hot cold windy degrees snow',
  'hotel hotels room accommodation stay hostel',
  'movie movies film cinema theater',
  'bank account transfer balance payment',
  'music song songs album listen',
  'event events concert show game',
  'appointment salon haircut stylist',
  'repair engineer technician broken outage',
  'course class lesson lessons enrol enroll',
  'house apartment property home',
].map((row) => row.split(' '));
/** What every service may speak of. */
const NO_SIGN = new Set(
  [
    ...GENERAL,
    ...'the new time date day city location service services located leave leaving depart pickup pick dropoff travel traveler journey trip search find people tickets'.split(
      ' ',
    ),
  ].map(stemOf),
);

/** The service that a text speaks about: the one it names, else the one spoken of last, else the one whose words it uses most. */
export function activeService(
  schema: TaskSchema,
  text: string,
  reply: string,
  last: string | undefined,
): string | undefined {
  const services = [...new Set(schema.slots.map(({ service }) => service))].filter((service) => service !== undefined);
  if (services.length < 2) return services[0];
  const signs = signsOfServices(schema, services);
  const strong = best(signs.map(({ service, strong }) => ({ service, score: scoreOf(withoutNames(text), strong) })));
  const current = signs.find(({ service }) => service === last);
  if (strong !== undefined && (current === undefined || scoreOf(withoutNames(text), current.strong) === 0))
    return strong;
  if (current) return current.service;
  return (
    best(signs.map(({ service, weak }) => ({ service, score: scoreOf(text, weak) }))) ??
    best(
      signs.map(({ service, strong, weak }) => ({ service, score: 2 * scoreOf(reply, strong) + scoreOf(reply, weak) })),
    )
  );
}

interface Signs {
  readonly service: string;
  readonly strong: ReadonlySet<string>;
  readonly weak: ReadonlySet<string>;
}
const read = new WeakMap<TaskSchema, readonly Signs[]>();

function signsOfServices(schema: TaskSchema, services: readonly string[]): readonly Signs[] {
  const known = read.get(schema) ?? services.map((service) => ({ service, ...signsOf(schema, service) }));
  read.set(schema, known);
  return known;
}

function signsOf(schema: TaskSchema, service: string): { strong: Set<string>; weak: Set<string> } {
  const own = wordsOf(service.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_\d-]+/g, ' '));
  const slots = schema.slots.filter((slot) => slot.service === service);
  const text = slots
    .map(({ labels, description, values }) =>
      [...labels, description ?? '', ...(values ?? []).filter((value) => /[a-z]{4}/i.test(value))].join(' '),
    )
    .join(' ');
  const weak = new Set(
    [...own, ...wordsOf(text.replaceAll('_', ' '))].map(stemOf).filter((stem) => stem.length > 2 && !NO_SIGN.has(stem)),
  );
  const counts = new Map<string, number>();
  for (const slot of slots)
    for (const stem of new Set(wordsOf(`${slot.labels.join(' ')} ${slot.description ?? ''}`).map(stemOf)))
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const frequent = [...counts]
    .filter(([stem, n]) => n >= Math.max(2, slots.length / 2) && weak.has(stem))
    .map(([stem]) => stem);
  const names = new Set([...own.map(stemOf), ...frequent]);
  const fields = FIELDS.filter((row) => row.some((word) => names.has(stemOf(word)))).flat();
  return { strong: new Set([...names, ...fields]), weak };
}

/** A capital within a sentence is part of a name and no sign of what is wanted. */
const withoutNames = (text: string): string => text.replace(/(?<=[a-z,] )\p{Lu}[\p{L}'’]*/gu, '');

/** Distinct signs of a text, as words or by their stems. */
const scoreOf = (text: string, signs: ReadonlySet<string>): number =>
  new Set(wordsOf(text).flatMap((word) => [word, stemOf(word)].filter((form) => signs.has(form)).slice(0, 1))).size;

function best(scores: readonly { service: string; score: number }[]): string | undefined {
  const top = Math.max(...scores.map(({ score }) => score));
  const first = scores.filter(({ score }) => score === top);
  return top > 0 && first.length === 1 ? first[0]?.service : undefined;
}
