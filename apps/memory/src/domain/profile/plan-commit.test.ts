import fc from 'fast-check';
import type { OpenCandidate } from '../candidates/candidate';
import type { ProfileIntent } from './intent';
import { override, type ActiveFact } from './override';
import { itemsPolicySchema } from '../items/items-policy';
import type { CommitInput } from './commit-plan';
import { planCommit } from './plan-commit';

const input = (intents: ProfileIntent[], more: Partial<CommitInput> = {}): CommitInput => ({
  commandId: 'c1',
  turnId: 't1',
  locale: 'zh-CN',
  observedAtMs: 1_000,
  credibility: itemsPolicySchema.parse({}).credibility,
  intents,
  decisions: [],
  receipts: [],
  ...more,
});
const candidate = (more: Partial<OpenCandidate> = {}): OpenCandidate => ({
  id: 'k1',
  key: 'email',
  value: 'a@b.co',
  status: 'candidate',
  observedAtMs: 500,
  ...more,
});
const active = (value: string, observedAtMs: number): ActiveFact => ({
  id: `f-${value}`,
  key: 'email',
  value,
  observedAtMs,
});

describe('planCommit', () => {
  it('M12: a declaration writes a candidate and nothing durable besides', () => {
    const plan = planCommit(input([{ type: 'declare', candidateId: 'k1', key: 'email', value: 'a@b.co' }]), {
      active: [],
      candidates: [],
    });
    expect(plan).toEqual({
      deprecated: [],
      facts: [],
      reaffirmed: [],
      log: [],
      items: [],
      candidates: [{ id: 'k1', key: 'email', value: 'a@b.co', status: 'candidate', observedAtMs: 1_000 }],
    });
  });

  it('M14, M17: an end retires the confirmed value with its item and its candidates, and the log keeps what it was', () => {
    const plan = planCommit(input([{ type: 'expire', key: 'email' }]), {
      active: [active('old@b.co', 100)],
      candidates: [candidate()],
    });
    expect([plan.deprecated, plan.facts, plan.items]).toEqual([['f-old@b.co'], [], []]);
    expect(plan.candidates).toMatchObject([{ id: 'k1', status: 'expired' }]);
    expect(plan.log).toEqual([{ id: expect.any(String), key: 'email', oldValue: 'old@b.co', cause: 'ended' }]);
  });

  it('M17: an end that is told late leaves alone what was observed after it', () => {
    const known = { active: [active('new@b.co', 2_000)], candidates: [] };
    expect(planCommit(input([{ type: 'expire', key: 'email' }]), known)).toMatchObject({ deprecated: [], log: [] });
  });

  it('M12, M17: a confirmation makes the fact active with its item, deprecates the old value and logs both', () => {
    const plan = planCommit(input([{ type: 'confirm', candidateId: 'k1', key: 'email', value: 'a@b.co' }]), {
      active: [active('old@b.co', 100)],
      candidates: [candidate({ status: 'asked' })],
    });
    expect(plan.facts).toMatchObject([
      { id: 'k1', status: 'active', value: 'a@b.co', observedAtMs: 500, confidence: 0.95 },
    ]);
    expect(plan.deprecated).toEqual(['f-old@b.co']);
    expect(plan.log).toMatchObject([{ key: 'email', oldValue: 'old@b.co', newValue: 'a@b.co', cause: 'confirmed' }]);
    expect(plan.items).toMatchObject([{ id: 'k1', kind: 'fact', content: '用户的邮箱：a@b.co' }]);
    expect(plan.candidates).toMatchObject([{ id: 'k1', status: 'confirmed' }]);
  });

  it('M17: an older observation that arrives later is recorded as deprecated and never shown', () => {
    const plan = planCommit(input([{ type: 'correct', key: 'email', value: 'late@b.co' }], { observedAtMs: 50 }), {
      active: [active('now@b.co', 100)],
      candidates: [],
    });
    expect([plan.facts.map(({ status }) => status), plan.items, plan.deprecated]).toEqual([['deprecated'], [], []]);
    expect(plan.log).toMatchObject([{ cause: 'superseded_earlier' }]);
  });

  it('M24: what is said again is as sure as the surer of the two, never surer than both', () => {
    const again = (origin: 'verified' | 'learned', confidence?: number) =>
      planCommit(
        input([
          {
            ...{ type: 'store', factId: 'k9', key: 'email', value: 'now@b.co', origin },
            from: {
              ...{ sourceId: 'r2', sourceType: 'system', sourceChannel: 'crm', observedAtMs: 200, validUntilMs: 900 },
              ...(confidence === undefined ? {} : { confidence }),
            },
          },
        ]),
        { active: [active('now@b.co', 100)], candidates: [] },
      );
    expect(again('verified').reaffirmed).toMatchObject([
      { confidence: 0.85, from: { sourceId: 'r2', validUntilMs: 900 } },
    ]);
    expect(again('learned').reaffirmed).toMatchObject([{ confidence: 0.6 }]);
    expect(again('verified', 0.2).reaffirmed).toMatchObject([{ confidence: 0.2 }]);
    expect(again('verified').log).toMatchObject([{ cause: 'renewed', oldValue: 'now@b.co', newValue: 'now@b.co' }]);
  });

  it('M12: no, an undo and a new declaration close what was open', () => {
    const open = { active: [], candidates: [candidate()] };
    expect(planCommit(input([{ type: 'refuse', candidateId: 'k1' }]), open).candidates).toMatchObject([
      { status: 'refused' },
    ]);
    expect(planCommit(input([{ type: 'withdraw', key: 'email' }]), open).candidates).toMatchObject([
      { status: 'expired' },
    ]);
    expect(
      planCommit(input([{ type: 'declare', candidateId: 'k2', key: 'email', value: 'x@b.co' }]), open).candidates,
    ).toMatchObject([
      { id: 'k1', status: 'expired' },
      { id: 'k2', status: 'candidate' },
    ]);
  });

  it('stores decisions with their reasons and results with their receipts as episodes of at most 200 characters', () => {
    const plan = planCommit(
      input([], {
        decisions: [{ kind: '推荐', choice: '快递退货', reason: '距离近'.repeat(100) }],
        receipts: [{ commandId: 's1', skill: 'refund_process', receipt: { refund_id: 'R-1', nested: { secret: 1 } } }],
      }),
      { active: [], candidates: [] },
    );
    expect(plan.items.map(({ kind, content }) => [kind, [...content].length <= 200])).toEqual([
      ['episode', true],
      ['episode', true],
    ]);
    expect(plan.items[1]?.content).toBe('refund_process: refund_id=R-1');
  });
});

describe('override', () => {
  it('M17: whatever the order and repetition of observations, the latest observed value alone is active and all others are logged', () => {
    const observation = fc.record({
      value: fc.constantFrom('a', 'b', 'c', 'd'),
      observedAtMs: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(observation, { selector: ({ observedAtMs }) => observedAtMs, minLength: 1, maxLength: 12 }),
        (observations) => {
          let now: ActiveFact | undefined;
          for (const { value, observedAtMs } of observations) {
            const incoming = { id: `${observedAtMs}`, key: 'k', value, observedAtMs };
            const outcome = override(now, incoming);
            if (outcome.status === 'active') expect(outcome.deprecates).toEqual(now);
            if (outcome.status === 'active') now = incoming;
            if (outcome.status === 'reaffirmed') now = { ...now!, observedAtMs };
            expect(override(now, incoming).status).not.toBe('active');
          }
          const latest = [...observations].sort((a, b) => b.observedAtMs - a.observedAtMs)[0]!;
          expect(now?.value).toBe(latest.value);
        },
      ),
    );
  });
});
