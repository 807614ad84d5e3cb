import { FixedClock, tenantId } from '@plinth/kernel';
import { OutcomeLedger, type CallOutcome } from '../../ports/outcome-ledger';
import { RecordOutcome } from './record-outcome';

class KeptOutcomes extends OutcomeLedger {
  readonly outcomes: CallOutcome[] = [];
  keepOutcome = async (outcome: CallOutcome) => void this.outcomes.push(outcome);
  keepServed = async () => undefined;
  figures = async () => ({ versions: [], unmatched: 0 });
  prune = async () => undefined;
}

describe('RecordOutcome', () => {
  const ledger = new KeptOutcomes();
  const record = new RecordOutcome(ledger, new FixedClock(5_000));
  const tenant = tenantId('default');

  it('S9: keeps an outcome of a call or of a turn, seen now unless it says when, and never in the future', async () => {
    await record.record(tenant, { callId: 'c', complaint: true });
    await record.record(tenant, { session: 's', turn: 't', handlingMs: 0, observedAtMs: 4_000 });
    await record.record(tenant, { session: 's', turn: 't', skill: 'x', resolvedFirstTime: false, observedAtMs: 9_000 });
    expect(ledger.outcomes).toMatchObject([
      { subject: { callId: 'c' }, complaint: true, observedAtMs: 5_000 },
      { subject: { session: 's', turn: 't', skill: undefined }, handlingMs: 0, observedAtMs: 4_000 },
      { subject: { skill: 'x' }, resolvedFirstTime: false, observedAtMs: 5_000 },
    ]);
  });

  it.each([
    [{ callId: 'c' }, 'resolved_first_time', 'one_of'],
    [{ complaint: true }, 'call_id', 'required'],
    [{ turn: 't', complaint: true }, 'call_id', 'required'],
    [{ callId: 'c', turn: 't', complaint: true }, 'call_id', 'alone'],
  ])('S9: refuses %j by field and rule', async (told, field, rule) => {
    expect(await record.record(tenant, told)).toMatchObject({ refused: true, error: { field, rule } });
  });
});
