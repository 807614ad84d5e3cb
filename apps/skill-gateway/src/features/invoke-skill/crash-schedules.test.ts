import fc from 'fast-check';
import type { SkillReply } from '../../domain/outcome/skill-reply';
import type { InvocationLedger } from '../../ports/invocation-ledger';
import {
  bookRoom,
  command,
  FixedCatalogue,
  gatewayOn,
  gatewayUnderTestOf,
  LEASE_MS,
  ScriptedProvider,
} from './gateway-under-test.stage';

type Event =
  | 'deliver'
  | 'deliver to one that dies before the call'
  | 'deliver to one that dies after the effect'
  | 'lose an answer'
  | 'time passes'
  | 'sweep';
const EVENTS: readonly Event[] = [
  'deliver',
  'deliver to one that dies before the call',
  'deliver to one that dies after the effect',
  'lose an answer',
  'time passes',
  'sweep',
];
const never = new Promise<never>(() => undefined);
const settled = () => new Promise(setImmediate);

const catalogues = {
  key: FixedCatalogue.of(bookRoom({ idempotency: 'key' })),
  none: FixedCatalogue.of(bookRoom({ idempotency: 'none' })),
};

/** Plays a schedule on replicas that share a ledger; answers every reply that anybody gave. */
async function play(schedule: readonly Event[], idempotency: 'key' | 'none') {
  const test = gatewayUnderTestOf(catalogues[idempotency]);
  test.provider.honoursKeys = idempotency === 'key';
  const replies: SkillReply[] = [];
  const deliverTo = async (gateway: Pick<typeof test, 'invoke'>) => {
    void gateway.invoke(command('c1')).then((reply) => reply && replies.push(reply));
    await settled();
  };
  const steps: Record<Event, () => unknown> = {
    deliver: () => deliverTo(test),
    'deliver to one that dies before the call': () =>
      deliverTo(gatewayOn({ ...test.parts, provider: Object.assign(new ScriptedProvider(), { call: () => never }) })),
    'deliver to one that dies after the effect': () =>
      deliverTo(
        gatewayOn({
          ...test.parts,
          ledger: Object.create(test.ledger, { settle: { value: () => never } }) as InvocationLedger,
        }),
      ),
    'lose an answer': () => (test.provider.script = ['lost']),
    'time passes': () => test.clock.advance(LEASE_MS),
    sweep: async () => {
      await test.sweeper.sweep();
      await settled();
    },
  };
  for (const event of schedule) await steps[event]();
  for (const event of ['time passes', 'sweep', 'deliver'] as const) await steps[event]();
  return { ...test, replies: [...replies, ...test.sender.sent.map(({ reply }) => reply)] };
}

const schedules = fc.array(fc.constantFrom(...EVENTS), { maxLength: 12 });

describe('whatever dies, is lost or comes again, in whatever order', () => {
  it('T3: with keys there is one effect, and everybody is told the same', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        const { provider, replies } = await play(schedule, 'key');
        expect(provider.effects).toHaveLength(1);
        expect(replies.length).toBeGreaterThan(0);
        for (const reply of replies) expect(reply).toEqual(replies[0]);
        expect(replies[0]).toMatchObject({ kind: 'succeeded', data: { result: { id: 'B-1' } } });
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('T3: without keys there is one call at most; what may have happened unheard is reported as unknown', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        const { provider, replies } = await play(schedule, 'none');
        expect(provider.requests.length).toBeLessThanOrEqual(1);
        expect(replies.length).toBeGreaterThan(0);
        for (const reply of replies) expect(reply).toEqual(replies[0]);
        const told = replies[0]?.kind === 'succeeded' ? 'succeeded' : replies[0]?.data.error.code;
        expect(['succeeded', 'outcome_unknown']).toContain(told);
        if (told === 'succeeded') expect(provider.effects).toHaveLength(1);
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});
