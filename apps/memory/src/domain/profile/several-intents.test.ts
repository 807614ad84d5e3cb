import fc from 'fast-check';
import { itemsPolicySchema } from '../items/items-policy';
import type { ProfileIntent } from './intent';
import { planCommit } from './plan-commit';

const of = (intents: ProfileIntent[]) => ({
  ...{ commandId: 'c1', turnId: 't1', locale: 'zh-CN', observedAtMs: 1_000, intents, decisions: [], receipts: [] },
  credibility: itemsPolicySchema.parse({}).credibility,
});

describe('several intents of one key in one turn', () => {
  const email = { key: 'email' } as const;
  const observed = fc.record({
    value: fc.constantFrom('a@b.co', 'c@d.co', 'e@f.co'),
    observedAtMs: fc.constantFrom(0, 1),
  });
  const from = (observedAtMs: number) =>
    ({ observedAtMs, sourceType: 'user', sourceId: 's', sourceChannel: 'import' }) as const;

  it('M17: leave exactly one active fact, the last of those observed last, and exactly its item', () => {
    fc.assert(
      fc.property(
        fc.array(observed, { minLength: 1, maxLength: 4 }),
        fc.option(observed, { nil: undefined }),
        (observations, standing) => {
          const plan = planCommit(
            of(
              observations.map(({ value, observedAtMs }, i) => ({
                ...email,
                ...{ type: 'store', factId: `f${i}`, value, origin: 'learned', from: from(observedAtMs) },
              })),
            ),
            { active: standing ? [{ ...email, ...standing, id: 'standing' }] : [], candidates: [] },
          );
          const all = [...(standing ? [standing] : []), ...observations];
          const latest = all.findLast(({ observedAtMs }) => all.every((other) => other.observedAtMs <= observedAtMs));
          const before =
            standing && !plan.deprecated.includes('standing') ? [{ id: 'standing', value: standing.value }] : [];
          const written = plan.facts.filter(({ status }) => status === 'active');
          const active = [...before.filter(({ id }) => !written.some((fact) => fact.id === id)), ...written];
          expect(active.map(({ value }) => value)).toEqual([latest?.value]);
          expect(plan.items.map(({ id }) => id)).toEqual(
            active.filter(({ id }) => id !== 'standing').map(({ id }) => id),
          );
        },
      ),
    );
  });
});
