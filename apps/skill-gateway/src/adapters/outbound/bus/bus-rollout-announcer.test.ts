import { checkOutgoing, orderKey, rolloutChanged, type Outgoing } from '@plinth/contracts';
import { defaultPlan } from '@plinth/rollout';
import { moveBy } from '../../../domain/rollout/command';
import { firstRollout } from '../../../domain/rollout/rollout';
import { BusRolloutAnnouncer } from './bus-rollout-announcer';

/** A share, taken back by the engine with what its guard has seen. */
function changes() {
  const person = { atMs: 1_000, by: { kind: 'person', name: 'ops' }, reason: 'a test' } as const;
  const share = { kind: 'share', baseline: '1.0.0', candidate: '2.0.0', weight: 1 } as const;
  const begun = moveBy(share, firstRollout('refund', '1.0.0', defaultPlan()), person, 10);
  if (begun.kind === 'refused') throw new Error(begun.code);
  const guard = { guard: 'error_limit', verdict: 'fail', reason: 'beyond_bound', bound: 0.05 } as const;
  const seen = { ...guard, candidate: { events: 9, of: 30 }, baseline: { events: 0, of: 0 } };
  const engine = { atMs: 2_000, by: { kind: 'engine' }, reason: 'guard error_limit failed', guards: [seen] } as const;
  const back = moveBy({ kind: 'rollback' }, begun.state, engine, 10);
  if (back.kind === 'refused') throw new Error(back.code);
  return [...begun.entries, ...back.entries].map((entry) => ({ skill: 'refund', entry }));
}

describe('BusRolloutAnnouncer', () => {
  it('S7: announces every change as its contract says, keyed by the skill, and the same change by the same id', async () => {
    const sent: Outgoing[] = [];
    const producer = { send: async (messages: readonly Outgoing[]) => void sent.push(...messages) };
    const announcer = new BusRolloutAnnouncer(producer);
    await announcer.announce(changes());
    await announcer.announce(changes());
    for (const { definition, data } of sent) checkOutgoing(definition, data);
    expect(new Set(sent.map(({ definition }) => definition))).toEqual(new Set([rolloutChanged]));
    expect(sent.map(({ data }) => data).slice(0, 3)).toMatchObject([
      { action: 'configure', revision: 2 },
      { action: 'start', revision: 3, by: { kind: 'person', name: 'ops' }, to: { status: 'running', stage: 'share' } },
      { action: 'rollback', revision: 4, by: { kind: 'engine' }, guards: [{ candidate: { events: 9, of: 30 } }] },
    ]);
    expect(new Set(sent.map(({ envelope }) => envelope.id)).size).toBe(3);
    expect(orderKey(sent[0]!.envelope)).toBe('default/x/refund');
  });
});
