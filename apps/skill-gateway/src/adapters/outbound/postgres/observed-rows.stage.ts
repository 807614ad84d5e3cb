import { messageId, type TenantId } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import { answeredCall } from '../../../features/run-shadow/shadow-under-test.stage';
import { PostgresDifferenceShelf } from './postgres-difference-shelf';
import { PostgresOutcomeLedger } from './postgres-outcome-ledger';
import { PostgresRecordedCalls } from './postgres-recorded-calls';
import { PostgresReplayLedger } from './postgres-replay-ledger';

/** A row of a tenant in each table of what is learned beside calls. */
export async function keepObservations(database: SqlDatabase, tenant: TenantId, atMs: number): Promise<void> {
  const { invocation, reply } = answeredCall();
  const { input } = invocation;
  if (!input) throw new Error('the call has no input');
  const call = { tenant, commandId: messageId('observed'), userId: 'li', skill: 'stock', atMs };
  const found = { differences: [], leftOff: 0 };
  const served = { ...call, session: 's', turn: 't', version: '1.0.0' };
  const outcomes = new PostgresOutcomeLedger(database);
  await outcomes.keepServed([{ ...served, lane: 'baseline' }]);
  const said = { resolvedFirstTime: true, complaint: undefined, handlingMs: undefined, observedAtMs: atMs };
  await outcomes.keepOutcome({ tenant, subject: { callId: 'observed' }, ...said });
  const pair = { baseline: '1.0.0', candidate: '2.0.0' };
  await new PostgresDifferenceShelf(database).keep([{ ...call, ...pair, ...found }]);
  await new PostgresRecordedCalls(database).keep([{ ...served, input, reply }]);
  const replays = new PostgresReplayLedger(database);
  const request = { tenant, id: 'replay', skill: 'stock', candidate: '2.0.0' };
  await replays.open({ ...request, sinceMs: 0, askedAtMs: atMs, turns: undefined });
  const leased = await replays.take(60_000);
  if (!leased) throw new Error('the replay was taken by another test');
  const counts = { same: 0, different: 1, failed: 0, skipped: 0 };
  const step = { counts, after: undefined, found: [{ ...call, version: '1.0.0', ...found }] };
  await replays.advance(leased, { ...step, status: 'completed' }, 60_000);
}
