import { contactView } from '../../domain/items/contact-view';
import { fieldFor, masked } from '../../domain/items/masks';
import type { MasksPolicy } from '../../domain/items/masks-policy';
import type { Recalled } from '../../domain/recall/recall';
import type { RecordsByList, SessionRecord } from '../../ports/user-records';

/**
 * Records of a user as `viewer` may read them (M21): values by the name of their field, texts without one with the addresses and numbers in
 * them masked; salaries for nobody in the clear.
 */
export function recordsShownTo(
  viewer: string,
  owner: string,
  records: RecordsByList,
  policy: MasksPolicy,
): RecordsByList {
  const shown = shownBy(viewer === owner ? 'owner' : 'other', policy);
  return {
    ...records,
    sessions: records.sessions.map((session) => sessionShown(session, shown)),
    profile: records.profile.map((fact) => ({ ...fact, value: shown(fact.key, fact.value) })),
    candidates: records.candidates.map((fact) => ({ ...fact, value: shown(fact.key, fact.value) })),
    signals: records.signals.map((signal) => ({ ...signal, value: shown(signal.key, signal.value) })),
    contacts: records.contacts.map(({ record, ...contact }) => {
      const { masked: _hidden, ...view } = contactView(record, viewer, policy);
      return { ...contact, record: view };
    }),
    items: records.items.map((item) => ({ ...item, content: shown(item.key ?? '', item.content) })),
    tasks: records.tasks.map(({ slots, ...task }) => ({
      ...task,
      slots: Object.fromEntries(Object.entries(slots).map(([key, value]) => [key, shown(key, value)])),
    })),
    links: records.links.map((link) =>
      viewer === owner ? link : { ...link, externalId: masked(link.externalId, 'tail') },
    ),
    changes: records.changes.map(({ oldValue, newValue, ...change }) => ({
      ...change,
      oldValue: oldValue === null ? null : shown(change.key, oldValue),
      newValue: newValue === null ? null : shown(change.key, newValue),
    })),
  };
}

export function recalledShownTo(viewer: string, owner: string, recalled: Recalled, policy: MasksPolicy): Recalled {
  const shown = shownBy(viewer === owner ? 'owner' : 'other', policy);
  const { items, ranked, answer, ambiguous, ...rest } = recalled;
  return {
    ...rest,
    items: items.map((item) => ({ ...item, content: shown(item.key ?? '', item.content) })),
    ranked: ranked.map(({ candidate, ...found }) => ({
      ...found,
      candidate: { ...candidate, content: shown(candidate.key ?? '', candidate.content) },
    })),
    ...(answer
      ? { answer: answer.value === undefined ? answer : { ...answer, value: shown(answer.key, answer.value) } }
      : {}),
    ...(ambiguous
      ? {
          ambiguous:
            viewer === owner ? ambiguous : ambiguous.map((one) => ({ ...one, name: masked(one.name, 'name') })),
        }
      : {}),
  };
}

type Shown = (field: string, text: string) => string;

const shownBy =
  (reader: 'owner' | 'other', policy: MasksPolicy): Shown =>
  (field, text) =>
    fieldFor(reader, field, text, policy);

function sessionShown({ updates, ...session }: SessionRecord, shown: Shown): SessionRecord {
  return {
    ...session,
    updates: updates.map((update) =>
      update.type === 'set'
        ? {
            ...update,
            operations: update.operations.map((operation) => ({
              ...operation,
              value: operation.value === null ? null : shown(operation.key, operation.value),
            })),
          }
        : update,
    ),
  };
}
