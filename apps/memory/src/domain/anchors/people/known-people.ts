import type { Anchor } from '@plinth/contracts';
import type { AnchorRule } from '../anchor-rule';
import { personAt } from './resolve-person';

const LATIN = /[A-Za-z0-9]/;
/** A user with more contacts than this is an address list; the rest is left to the rules for strangers. */
const MAX_CONTACTS = 500;

/** The user's contacts wherever one of their names stands as a word, Chinese given names of two characters included. */
export const knownPeople: AnchorRule = (text, { contacts, words }) => {
  const lower = text.toLowerCase();
  const people: Anchor[] = [];
  for (const { name, aliases } of contacts.slice(0, MAX_CONTACTS))
    for (const own of [name, ...aliases])
      if (own.length > 1)
        for (let at = lower.indexOf(own.toLowerCase()); at >= 0; at = lower.indexOf(own.toLowerCase(), at + own.length))
          if (isWord(text, at, at + own.length)) people.push(personAt(text, at, at + own.length, contacts));
  const given = new Map(
    contacts.flatMap(({ name }) => (/^\p{Script=Han}{3}$/u.test(name) ? [[name.slice(1), name]] : [])),
  );
  for (const word of words()) {
    const name = given.get(word.text);
    const known = name === undefined ? [] : contacts.filter((contact) => contact.name.slice(1) === word.text);
    if (known.length === 1 && name !== undefined)
      people.push({ ...personAt(text, word.start, word.end, []), value: name });
  }
  return people;
};

/** Latin names do not stand inside longer words. */
function isWord(text: string, start: number, end: number): boolean {
  const joins = (inner: string, outer: string) => LATIN.test(inner) && LATIN.test(outer);
  return !joins(text[start] ?? '', text[start - 1] ?? '') && !joins(text[end - 1] ?? '', text[end] ?? '');
}
