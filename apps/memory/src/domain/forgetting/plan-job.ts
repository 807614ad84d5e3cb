import { deriveId } from '@plinth/kernel';
import { newItem } from '../items/new-item';
import { draftFaults } from '../summary/draft-faults';
import type { SummaryLimits } from '../summary/summarise';
import { summariseInParts } from '../summary/summarise';
import { looselySame, mergesOf } from './duplicates';
import { afterNight, hasExpired, isForgotten, isForReference, isRetained } from './forget';
import type { ForgettingPolicy } from './forgetting-policy';
import type { ForgottenItem } from './item-life';
import type { Holdings, JobChanges, JobName, Reading, SilentSession } from './job-work';

export interface JobContext {
  readonly nowMs: number;
  /** Its day in UTC, as YYYY-MM-DD. */
  readonly night: string;
  readonly policy: ForgettingPolicy;
  readonly limits: SummaryLimits;
  /** What a model has written of sessions, by `draftOf`; judged before it is used. */
  readonly drafts?: ReadonlyMap<string, string>;
  /** Of an extract of what the user said (M24). */
  readonly confidence: number;
}

interface JobPlan {
  readonly reads: readonly Reading[];
  readonly plan: (held: Holdings, context: JobContext) => JobChanges;
}

/** What each job reads of a user, and what it makes of it. Pure; done twice, a job finds nothing more to do. */
export const JOB_PLANS = {
  expire: { reads: ['items', 'facts'], plan: planExpiry },
  decay: { reads: ['items'], plan: planDecay },
  demote: { reads: ['facts'], plan: planDemotion },
  'demote-items': { reads: ['items'], plan: planReference },
  'merge-duplicates': { reads: ['pairs', 'unembedded', 'notCompared'], plan: planMerges },
  summarise: { reads: ['sessions'], plan: planSummaries },
  'purge-log': { reads: ['oldChanges'], plan: planPurge },
} as const satisfies Record<JobName, JobPlan>;

const DAY_MS = 86_400_000;

export const logCutoffMs = ({ nowMs, policy }: JobContext): number => nowMs - policy.logDays * DAY_MS;

function planExpiry({ items, facts }: Holdings, { nowMs }: JobContext): JobChanges {
  const ended = items.filter((item) => hasExpired(item, nowMs) && !isRetained(item, nowMs));
  const endedFacts = facts.filter((fact) => hasExpired(fact, nowMs));
  return {
    items: ended.map((item): ForgottenItem => ({ ...item, status: 'archived' })),
    endedFacts,
    counts: { items_expired: ended.length, attributes_expired: endedFacts.length },
  };
}

function planDecay({ items }: Holdings, { nowMs, night, policy }: JobContext): JobChanges {
  const changed = items.flatMap((item) => {
    const after = afterNight(item, night, nowMs, policy);
    return after === item ? [] : [{ item, after }];
  });
  return {
    items: changed.map(({ after }) => after),
    counts: {
      decayed: changed.filter(({ item, after }) => after.decayFactor < item.decayFactor).length,
      made_stable: changed.filter(({ item, after }) => after.stable && !item.stable).length,
      archived: changed.filter(({ after }) => after.status === 'archived').length,
    },
  };
}

function planDemotion({ facts }: Holdings, { nowMs, policy }: JobContext): JobChanges {
  const forgotten = facts.filter((fact) => isForgotten(fact, nowMs, policy));
  return { demotedFacts: forgotten.map(({ id }) => id), counts: { attributes_demoted: forgotten.length } };
}

function planReference({ items }: Holdings, { nowMs, policy }: JobContext): JobChanges {
  const unused = items.filter((item) => isForReference(item, nowMs, policy));
  return {
    items: unused.map((item): ForgottenItem => ({ ...item, status: 'reference' })),
    counts: { made_reference: unused.length },
  };
}

function planMerges({ pairs, unembedded, notCompared }: Holdings, { policy }: JobContext): JobChanges {
  const merges = mergesOf([...pairs, ...looselySame(unembedded)], policy);
  return { merges, counts: { merged: merges.length, not_compared: notCompared } };
}

function planSummaries({ sessions }: Holdings, context: JobContext): JobChanges {
  const summaries = sessions.map((session) => ({
    sessionId: session.sessionId,
    items: summaryItems(session, context),
  }));
  const written = summaries.filter(({ items }) => items.length > 0);
  return {
    summaries: written,
    superseded: sessions.flatMap(({ superseded }) => superseded),
    counts: {
      sessions_summarised: written.length,
      summaries_written: written.reduce((sum, { items }) => sum + items.length, 0),
    },
  };
}

/** A draft is of all that was said; one more round, and it is of another session. */
export const draftOf = ({ sessionId, rounds }: Pick<SilentSession, 'sessionId' | 'rounds'>): string =>
  `${sessionId}/${rounds.at(-1)?.id ?? ''}`;

/** What a model wrote, if the session bears it out; else an extract (M35). */
function textsOf(session: SilentSession, { limits, drafts }: JobContext): readonly string[] {
  const reading = { timeZone: 'UTC' };
  const draft = drafts?.get(draftOf(session));
  if (draft !== undefined && draftFaults(draft, session.rounds, limits, reading).length === 0) return [draft];
  return summariseInParts(session.rounds, limits, { ...reading, hedged: 'drop' })
    .map(({ text }) => text)
    .filter((text) => text !== '');
}

/** As sure as what was said; but two have said it, so it is for reference and is quoted (M25). */
function summaryItems(session: SilentSession, context: JobContext) {
  const { sessionId, space, rounds, items } = session;
  const last = rounds.at(-1);
  if (!last) return [];
  return textsOf(session, context).map((text, part) =>
    newItem({
      id: deriveId('summary', sessionId, last.id, part),
      kind: 'episode',
      status: 'reference',
      content: text,
      sourceId: `${sessionId}/${last.id}/${part}`,
      sourceChannel: 'summary',
      sourceType: 'inference',
      confidence: context.confidence,
      observedAtMs: last.saidAtMs,
      space,
      derivedFrom: items,
    }),
  );
}

function planPurge({ oldChanges }: Holdings, context: JobContext): JobChanges {
  return { logBeforeMs: logCutoffMs(context), counts: { changes_purged: oldChanges } };
}
