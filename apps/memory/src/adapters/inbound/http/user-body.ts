import type { UserId } from '@plinth/kernel';
import { taskState } from '../../../domain/session-state/dialogue-keys';
import { foldUpdates, perKind } from '../../../domain/session-state/session-state';
import type { Inspected } from '../../../features/inspect-user/inspect-user';
import type {
  ContactOfUser,
  FactRecord,
  ItemRecord,
  Place,
  RecordList,
  RecordsByList,
  SessionRecord,
} from '../../../ports/user-records';
import { recalledBody } from './recalled-body';

/** A user's memory as the interface shows it; what is not known is left out. */
export function userBody(
  userId: UserId,
  { summary, lists, records, next, recalled }: Inspected,
  cursorOf: (list: RecordList, place: Place) => string,
  asOfMs: number | undefined,
) {
  const { mode, modeInForce, segment, firstSeenAtMs, aliases, itemCounts, pendingEmbeddings } = summary;
  return {
    user_id: userId,
    ...times({ as_of: asOfMs ?? null, first_seen_at: firstSeenAtMs }),
    mode: { in_force: modeInForce, chosen: mode },
    ...present({ segment }),
    aliases,
    item_counts: itemCounts.map(({ kind, ...counted }) => ({ kind, layer: layerOf(kind), ...counted })),
    pending_embeddings: {
      count: pendingEmbeddings.count,
      ...present({ most_tries: pendingEmbeddings.mostTries }),
      ...times({ due_at: pendingEmbeddings.dueAtMs }),
    },
    ...Object.fromEntries(lists.map((list) => [list, BODIES[list](records)])),
    next: Object.fromEntries(
      lists.flatMap((list) => {
        const place = next[list];
        return place ? [[list, cursorOf(list, place)]] : [];
      }),
    ),
    ...(recalled ? { recall: recalledBody(recalled, true) } : {}),
  };
}

const BODIES = {
  sessions: ({ sessions }) => sessions.map(sessionBody),
  profile: ({ profile }) => profile.map(factBody),
  contacts: ({ contacts }) => contacts.map(contactBody),
  candidates: ({ candidates }) =>
    candidates.map(({ id, atMs, key, value, status, confidence, sessionId, ...source }) => ({
      ...{ id, key, value, status, confidence },
      ...present({ session_id: sessionId }),
      source: { type: source.sourceType, id: source.sourceId },
      ...times({ observed_at: atMs }),
    })),
  items: ({ items }) => items.map(itemBody),
  links: ({ links }) =>
    links.map(({ channel, externalId, atMs }) => ({ channel, external_id: externalId, ...times({ linked_at: atMs }) })),
  changes: ({ changes }) =>
    changes.map(({ key, oldValue, newValue, cause, actor, atMs }) => ({
      ...{ key, old_value: oldValue, new_value: newValue, cause },
      ...present({ actor }),
      ...times({ at: atMs }),
    })),
  feedback: ({ feedback }) =>
    feedback.map(({ itemId, turnId, useful, atMs }) => ({
      ...{ item_id: itemId, turn_id: turnId, useful },
      ...times({ given_at: atMs }),
    })),
  signals: ({ signals }) =>
    signals.map(({ key, value, sessionId, count, atMs, proposedAtMs }) => ({
      ...{ key, value, session_id: sessionId, count },
      ...times({ last_seen_at: atMs, proposed_at: proposedAtMs }),
    })),
  actions: ({ actions }) =>
    actions.map(({ action, count, firstAtMs, atMs }) => ({
      ...{ action, count },
      ...times({ first_at: firstAtMs, last_at: atMs }),
    })),
  tasks: ({ tasks }) =>
    tasks.map(({ id, slots, doneBy, atMs }) => ({
      ...{ session_id: id, status: Object.keys(slots).length > 0 ? 'unfinished' : 'done', slots },
      ...present({ done_by: doneBy }),
      ...times({ updated_at: atMs }),
    })),
} satisfies Record<RecordList, (records: RecordsByList) => readonly object[]>;

function sessionBody({ id, atMs, endedAtMs, version, updates }: SessionRecord) {
  const state = foldUpdates(updates);
  return {
    session_id: id,
    version,
    ...times({ started_at: atMs, ended_at: endedAtMs }),
    ...perKind((kind) => Object.fromEntries(kind === 'state' ? taskState(state) : state[kind])),
  };
}

function factBody({ id, atMs, key, value, status, confidence, hits, knownFromMs, ...fact }: FactRecord) {
  return {
    ...{ id, key, value, status, confidence, hits },
    source: { type: fact.sourceType, id: fact.sourceId },
    ...times({ observed_at: atMs, known_from: knownFromMs, ...validity(fact) }),
  };
}

function contactBody({ record, sourceType, confidence }: ContactOfUser) {
  const {
    id,
    name,
    nicknames,
    derivedNicknames = [],
    email,
    phone,
    title,
    company,
    department,
    visibility,
    attributes,
    updatedAtMs,
  } = record;
  return {
    ...{ id, name, nicknames, derived_nicknames: derivedNicknames, visibility, attributes, confidence },
    ...present({ email, phone, title, company, department }),
    source: { type: sourceType },
    ...times({ updated_at: updatedAtMs }),
  };
}

function itemBody({ id, atMs, kind, status, key, content, confidence, importance, hits, ...item }: ItemRecord) {
  return {
    ...{ id, kind, layer: layerOf(kind), status, content, confidence, importance, hits },
    ...present({ key, space: item.space === '' ? null : item.space, task: item.task }),
    source: { type: item.sourceType, id: item.sourceId, ...present({ channel: item.sourceChannel }) },
    decay_factor: item.decayFactor,
    restated: item.restated,
    stable: item.stable,
    ...times({ stored_at: atMs, observed_at: item.observedAtMs, ...validity(item) }),
    ...times({ happened_from: item.happenedFromMs, happened_until: item.happenedUntilMs }),
  };
}

const validity = (of: Pick<FactRecord, 'validFromMs' | 'validUntilMs' | 'retiredAtMs' | 'lastUsedAtMs'>) => ({
  valid_from: of.validFromMs,
  valid_until: of.validUntilMs,
  retired_at: of.retiredAtMs,
  last_used_at: of.lastUsedAtMs,
});

/** What happened is episodic, what holds is semantic. */
const layerOf = (kind: string): 'episodic' | 'semantic' => (kind === 'episode' ? 'episodic' : 'semantic');

function present(fields: Readonly<Record<string, string | number | null | undefined>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

function times(instants: Readonly<Record<string, number | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(instants).flatMap(([name, ms]) => (ms === null ? [] : [[name, new Date(ms).toISOString()]])),
  );
}
