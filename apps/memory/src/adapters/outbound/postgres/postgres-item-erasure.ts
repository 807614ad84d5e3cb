import { memoryAssembled } from '@plinth/contracts';
import { deriveId, sessionId, type Json, type TenantId, type UserId } from '@plinth/kernel';
import type { SqlDatabase, SqlExecutor } from '@plinth/postgres';
import { tracesOf, withoutTraces, type GoneItem } from '../../../domain/profile/traces';
import { FIELD_KEY, type Signal } from '../../../domain/signals/shown-preference';
import type { Searched } from '../../../ports/erasure-ledger';
import { ItemErasure, type ErasedItem, type ItemTraces } from '../../../ports/item-erasure';
import {
  ANSWERS,
  BY_FACT,
  BY_ID,
  BY_TURN,
  FIND,
  FORGET_IN_SESSIONS,
  LEFT,
  PUT_ANSWERS,
  REFUSE_AGAIN,
  SAID_IN,
  SIGNALS,
} from './erase-item-sql';
import { againWhenOvertaken } from './once';

interface FoundItem extends GoneItem {
  readonly derived: boolean;
  readonly channel: string | null;
  readonly until: number | null;
  readonly rule: string;
  readonly sourceType: string;
  readonly source: string;
}

interface Answer {
  readonly command: string;
  readonly kind: string;
  readonly session: string | null;
  readonly turn: string | null;
  readonly reply: Json;
  readonly intents: Json;
}

export class PostgresItemErasure extends ItemErasure {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  erase(tenant: TenantId, user: UserId, itemId: string, nowMs: number): Promise<ErasedItem | undefined> {
    return againWhenOvertaken(() =>
      this.database.transaction((tx) => eraseIn(tx, tenant, user, itemId, nowMs), { tenant, user }),
    );
  }

  async search(tenant: TenantId, user: UserId, traces: ItemTraces): Promise<readonly Searched[]> {
    const searched = new Map<string, Searched>();
    const add = (where: string, more: number) => {
      const { places, found } = searched.get(where) ?? { places: 0, found: 0 };
      searched.set(where, { where, places: places + 1, found: found + more });
    };
    const { ids, turns, patterns, signals } = traces;
    const values = [tenant, user, ids, ...columns(traces.facts), turns, patterns, ...columns(signals)];
    for (const [where, sql] of LEFT) {
      const [row] = await this.database.query<{ count: number }>(sql, values, { tenant, user });
      add(where, row?.count ?? 0);
    }
    const answers = await this.database.query<Answer>(ANSWERS, [tenant, user], { tenant, user });
    add('texts', changed(answers, traces).length);
    return [...searched.values()];
  }
}

async function eraseIn(
  tx: SqlExecutor,
  tenant: TenantId,
  user: UserId,
  itemId: string,
  nowMs: number,
): Promise<ErasedItem | undefined> {
  const items = await tx.query<FoundItem>(FIND, [tenant, user, itemId]);
  if (!items.some(({ derived }) => !derived)) return undefined;
  const kept = items.filter(({ until }) => (until ?? 0) > nowMs);
  const refused = kept.map(({ id, channel, rule, until }) => ({
    what: `memory_items: \`${id}\` of source channel \`${channel ?? ''}\``,
    rule,
    until: new Date(until ?? 0).toISOString(),
  }));
  if (kept.some(({ derived }) => !derived)) return { counts: {}, refused, kept: [], sessions: [] };
  const gone = items.filter((item) => !kept.includes(item));
  const found = tracesOf(gone);
  const facts = columns(found.facts);
  const said = await tx.query<{ turn: string; session: string }>(SAID_IN, [
    ...[tenant, user, ...facts],
    gone.filter(({ key }) => key !== null).map(({ source }) => source),
  ]);
  const traces: ItemTraces = {
    ...found,
    turns: [...new Set(said.map(({ turn }) => turn))],
    sessionsSaidIn: [...new Set(said.map(({ session }) => session))],
  };
  const counts: Record<string, number> = { derived_items: gone.filter(({ derived }) => derived).length };
  const run = async (statements: typeof BY_ID, values: readonly unknown[]) => {
    for (const [name, sql] of statements)
      counts[name] = (counts[name] ?? 0) + ((await tx.query<{ count: number }>(sql, values))[0]?.count ?? 0);
  };
  const own = [tenant, user];
  await run(BY_ID, [...own, traces.ids]);
  await run(BY_FACT, [...own, ...facts]);
  await run([SIGNALS], [...own, ...columns(traces.signals)]);
  await run(BY_TURN, [...own, traces.turns, traces.patterns]);
  const answers = changed(await tx.query<Answer>(ANSWERS, own), traces);
  if (answers.length > 0) await tx.query(PUT_ANSWERS, [...own, JSON.stringify(answers)]);
  const [emptied] = await tx.query<{ count: number; sessions: readonly { sessionId: string; version: number }[] }>(
    FORGET_IN_SESSIONS,
    [...own, ...facts, traces.turns, `erasure:${itemId}`],
  );
  const shown = (counts['preference_signals'] ?? 0) > 0 || gone.some(({ sourceType }) => sourceType === 'inference');
  const concluded = shown ? traces.signals.filter(({ key }) => key !== FIELD_KEY) : [];
  for (const { key, value } of concluded)
    await tx.query(REFUSE_AGAIN, [...own, deriveId('refused', user, key, value, nowMs), key, value, itemId, nowMs]);
  return {
    counts: { ...counts, inbox: answers.length, session_updates: emptied?.count ?? 0 },
    refused,
    kept: concluded.map(({ key, value }) => `profile_facts: that \`${key}\` = \`${value}\` is not concluded again`),
    traces,
    sessions: (emptied?.sessions ?? []).map((one) => ({
      tenant,
      userId: user,
      sessionId: sessionId(one.sessionId),
      version: one.version,
    })),
  };
}

const columns = (facts: readonly (Signal | { key: string; value: string })[]): [string[], string[]] => [
  facts.map(({ key }) => key),
  facts.map(({ value }) => value),
];

/** The answers that tell of the item, as they are without it: those of its own turns, and those that make no sense any more, are empty. */
function changed(answers: readonly Answer[], traces: ItemTraces): Pick<Answer, 'command' | 'reply' | 'intents'>[] {
  return answers.flatMap((answer) => {
    const { command, reply, intents } = answer;
    const left = leftOf(answer, traces);
    if (JSON.stringify([left.reply, left.intents]) === JSON.stringify([reply, intents])) return [];
    return [{ command, ...left }];
  });
}

function leftOf(
  { kind, session, turn, reply, intents }: Answer,
  traces: ItemTraces,
): Pick<Answer, 'reply' | 'intents'> {
  const nothing = { reply: null, intents: null };
  // Ids by their places, without a text: the request, repeated, stores nothing again.
  if (kind === 'write') return { reply, intents };
  if (kind === 'assemble' && turn !== null && traces.turns.includes(turn)) return nothing;
  const told = withoutTraces(
    session !== null && traces.sessionsSaidIn.includes(session) ? withoutSummary(reply) : reply,
    traces,
  );
  const meant = withoutTraces(intents, traces);
  const same = JSON.stringify(told) === JSON.stringify(reply);
  if (told === undefined || meant === undefined) return nothing;
  if (same) return { reply, intents: meant };
  if (kind === 'assemble' && !memoryAssembled.schema.safeParse(told).success) return nothing;
  return { reply: told, intents: meant };
}

/** It may tell the item in words of its own. */
function withoutSummary(reply: Json): Json {
  if (typeof reply !== 'object' || reply === null || !('context' in reply)) return reply;
  const { context } = reply;
  if (typeof context !== 'object' || context === null || !('summary' in context)) return reply;
  const { summary: _, ...rest } = context;
  return { ...reply, context: rest };
}
