import type { Anchor } from '@plinth/contracts';
import type { KnownPerson, NamedPeople } from '../../ports/turn-ledger';

/** UTF-16 units of a text in which contacts are looked for. */
const MAX_TEXT = 2_000;
const BEFORE_FAMILY_NAME = /^[小老阿]/u;

/** Whom a text may name: its words, and the family names of those whom it names by the rules for strangers. */
export function namedPeople(text: string, anchors: readonly Anchor[]): NamedPeople {
  const people = anchors.filter(({ kind }) => kind === 'person');
  const families = people.flatMap(({ text: written }) => {
    const name = written.replace(BEFORE_FAMILY_NAME, '');
    return /^\p{Script=Han}/u.test(name)
      ? [[...name][0] ?? '', [...name].slice(0, 2).join('')]
      : [name.split(' ')[0] ?? ''];
  });
  return { text: text.slice(0, MAX_TEXT), families: [...new Set(families)] };
}

/** Anchors with the contact that each person is, where it is one and no other. */
export function withContacts(anchors: readonly Anchor[], contacts: readonly KnownPerson[]): Anchor[] {
  return anchors.map((anchor) => {
    if (anchor.kind !== 'person' || anchor.candidates) return anchor;
    const meant = contacts.filter(({ name }) => name === anchor.value);
    const [only] = meant;
    return only && meant.length === 1 ? { ...anchor, contact_id: only.id } : anchor;
  });
}
