import { fieldFor, masked } from './masks';
import type { MasksPolicy } from './masks-policy';

export type Visibility = 'private' | 'department' | 'org';

/** A person whom a user knows, as it is stored; the owner is the user who keeps it. */
export interface ContactRecord {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  /** What the owner calls the person. */
  readonly nicknames: readonly string[];
  /** What custom does, too (M5). */
  readonly derivedNicknames?: readonly string[];
  readonly email?: string;
  readonly phone?: string;
  readonly title?: string;
  readonly company?: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly visibility: Visibility;
  readonly department?: string;
  readonly updatedAtMs: number;
}

export interface ContactView extends ContactRecord {
  /** Whether something is hidden from this reader. */
  readonly masked: boolean;
}

const FIELDS = ['email', 'phone', 'title', 'company'] as const;

/**
 * A contact as a reader may see it (M21); without a reader, as an administrator does. Only the owner reads it in the clear, salaries
 * excepted. Who sees a private one of another, as managers and administrators do, sees that there is one and not who it is.
 */
export function contactView(contact: ContactRecord, reader: string | undefined, policy: MasksPolicy): ContactView {
  const as = reader === contact.owner ? 'owner' : 'other';
  const anonymous = as === 'other' && contact.visibility === 'private';
  const fields = FIELDS.flatMap((field): [string, string][] => {
    const value = contact[field];
    return value === undefined ? [] : [[field, anonymous ? masked(value, 'all') : fieldFor(as, field, value, policy)]];
  });
  const attributes = Object.entries(contact.attributes).map(([field, value]): [string, string] => [
    field,
    anonymous ? masked(value, 'all') : fieldFor(as, field, value, policy),
  ]);
  const view: ContactRecord = {
    ...contact,
    ...Object.fromEntries(fields),
    name: anonymous ? masked(contact.name, 'name') : contact.name,
    nicknames: anonymous ? [] : contact.nicknames,
    ...(anonymous && contact.derivedNicknames ? { derivedNicknames: [] } : {}),
    attributes: Object.fromEntries(attributes),
  };
  return { ...view, masked: JSON.stringify(view) !== JSON.stringify(contact) };
}

/** Whether what a reader sees of a contact holds the words that he asks for: what is masked can neither be found nor guessed at. */
export function contactMatches(view: ContactView, query: string): boolean {
  const asked = folded(query);
  const called = [view.name, ...view.nicknames, ...(view.derivedNicknames ?? [])];
  const shown = [...called, view.title, view.company, view.department, view.email, view.phone];
  return [...shown, ...Object.values(view.attributes)].some(
    (text) => text !== undefined && folded(text).includes(asked),
  );
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().trim();
