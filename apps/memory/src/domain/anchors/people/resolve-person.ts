import type { Anchor } from '@plinth/contracts';
import { anchorAt } from '../anchor-rule';
import type { Contact } from './contact';
import { FAMILIAR_TITLES, SURNAME, TITLES_ZH } from './name-tables';

const TITLED = new RegExp(`^(?:(?<prefix>[小老阿])?(?<surname>${SURNAME}))(?<title>${TITLES_ZH})?$`);
const WHOLE_TITLED = new RegExp(`^(?<name>[小老]${SURNAME}|${SURNAME}\\p{Script=Han}{1,2}?)(?:${TITLES_ZH})$`, 'u');
const HONORIFIC = /^(?:Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Sir|Coach|Captain|Officer|Nurse)\.? /;
const MAX_CANDIDATES = 8;

/** A person found in a text under the name of the one contact that is meant; where it may be somebody, as written with all whom it may be. */
export function personAt(text: string, start: number, end: number, contacts: readonly Contact[]): Anchor {
  const written = text.slice(start, end);
  const { sure, meant } = contactsOf(written, contacts);
  const [only] = meant;
  if (only && meant.length === 1 && sure) return anchorAt('person', text, start, end, only.name);
  const anchor = anchorAt('person', text, start, end, nameIn(written));
  return meant.length === 0
    ? anchor
    : { ...anchor, candidates: meant.slice(0, MAX_CANDIDATES).map(({ name }) => name) };
}

interface Meant {
  readonly meant: readonly Contact[];
  /** Whether the only one of them is named, and not one of many whom the user does not keep. */
  readonly sure: boolean;
}

/** By name, by another name, by name without its title, then by family name, given name or what custom calls them. */
function contactsOf(written: string, contacts: readonly Contact[]): Meant {
  const bare = nameIn(written);
  const folded = [written.toLowerCase(), bare.toLowerCase()];
  const exact = contacts.filter(({ name, aliases }) =>
    [name, ...aliases].some((own) => folded.includes(own.toLowerCase())),
  );
  if (exact.length > 0) return { meant: exact, sure: true };
  const { surname, title } = TITLED.exec(written)?.groups ?? {};
  if (surname !== undefined && written !== surname) {
    const family = contacts.filter(({ name }) => name.startsWith(surname));
    const ofTitle = title === undefined ? [] : family.filter((contact) => contact.title?.includes(title));
    if (ofTitle.length > 0) return { meant: ofTitle, sure: true };
    return { meant: family, sure: title === undefined || FAMILIAR_TITLES.test(title) };
  }
  const own = bare.toLowerCase();
  const latin = /^[a-z]/.test(own) && !own.includes(' ');
  const honoured = /^(?:Dr|Prof)/.test(written);
  return { meant: contacts.filter((contact) => isCalled(contact, own, latin)), sure: !honoured };
}

/** By a part of an English name, or as custom has it. */
function isCalled({ name, derived = [] }: Contact, own: string, latin: boolean): boolean {
  return (
    (latin && name.toLowerCase().split(' ').includes(own)) || derived.some((nickname) => nickname.toLowerCase() === own)
  );
}

/** A whole name without its title (张伟经理, Dr. Jane Smith); a family name keeps it, since it says little without. */
function nameIn(written: string): string {
  return WHOLE_TITLED.exec(written)?.groups?.['name'] ?? written.replace(HONORIFIC, '');
}
