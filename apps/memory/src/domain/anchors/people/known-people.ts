import type { Anchor } from '@plinth/contracts';
import type { AnchorRule } from '../anchor-rule';
import type { Word } from '../han-words';
import type { Contact } from './contact';
import { SURNAME, TITLES_ZH } from './name-tables';
import { personAt } from './resolve-person';

const LATIN = /[A-Za-z0-9]/;
const OF_FAMILY = new RegExp(`^(?:[小老]${SURNAME}|${SURNAME}(?:${TITLES_ZH}))$`);
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
  people.push(...calledByCustom(text, contacts, words()));
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

/** By what custom calls them: only where that is whole words, and not what the rules for strangers find by title and family name. */
function calledByCustom(text: string, contacts: readonly Contact[], words: readonly Word[]): Anchor[] {
  const called = new Set(contacts.flatMap(({ derived = [] }) => derived).filter((name) => !OF_FAMILY.test(name)));
  return words.flatMap((word, i) => {
    const next = words[i + 1];
    const end = [word.end, next?.end].find((at) => at !== undefined && called.has(text.slice(word.start, at)));
    return end === undefined ? [] : [personAt(text, word.start, end, contacts)];
  });
}

/** Latin names do not stand inside longer words. */
function isWord(text: string, start: number, end: number): boolean {
  const joins = (inner: string, outer: string) => LATIN.test(inner) && LATIN.test(outer);
  return !joins(text[start] ?? '', text[start - 1] ?? '') && !joins(text[end - 1] ?? '', text[end] ?? '');
}
