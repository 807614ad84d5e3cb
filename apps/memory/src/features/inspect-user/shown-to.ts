import { contactView } from '../../domain/items/contact-view';
import { fieldFor, keyedFor, masked } from '../../domain/items/masks';
import type { MasksPolicy } from '../../domain/items/masks-policy';
import type { CandidateRecord, FactRecord, RecordsByList, SessionRecord } from '../../ports/user-records';

/**
 * Records of a user as `viewer` may read them (M21): values by the name of their field, texts without one with the addresses and numbers in
 * them masked; what was inferred for the user alone; salaries for nobody in the clear.
 */
export function recordsShownTo(
  viewer: string,
  owner: string,
  records: RecordsByList,
  policy: MasksPolicy,
): RecordsByList {
  const reader = viewer === owner ? 'owner' : 'other';
  const shown: Shown = (field, text) => fieldFor(reader, field, text, policy);
  const value = <T extends FactRecord | CandidateRecord>(fact: T): T => ({
    ...fact,
    value: keyedFor(reader, { ...fact, text: fact.value }, policy),
  });
  return {
    ...records,
    sessions: records.sessions.map((session) => sessionShown(session, shown)),
    profile: records.profile.map(value),
    candidates: records.candidates.map(value),
    signals: records.signals.map((signal) => ({
      ...signal,
      value: keyedFor(reader, { key: signal.key, text: signal.value, sourceType: 'inference' }, policy),
    })),
    contacts: records.contacts.map(({ record, ...contact }) => {
      const { masked: _hidden, ...view } = contactView(record, viewer, policy);
      return { ...contact, record: view };
    }),
    items: records.items.map((item) => ({
      ...item,
      content: keyedFor(reader, { ...item, text: item.content }, policy),
    })),
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

type Shown = (field: string, text: string) => string;

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
