import { defaultPlan, openEvidence, type Evidence } from '@plinth/rollout';
import type { SkillManifest } from '@plinth/contracts';
import { manifestDefaults } from '../domain/contract/manifest-defaults.stage';
import { moveBy, type RolloutCommand } from '../domain/rollout/command';
import type { Move } from '../domain/rollout/in-turn';
import { firstRollout, type Rollout } from '../domain/rollout/rollout';
import type { Ruling } from '../domain/rollout/ruling';
import type { Change, RolloutLedger } from './rollout-ledger';
import type { SkillRegistry } from './skill-registry';

interface Subject {
  readonly registry: SkillRegistry;
  readonly ledger: RolloutLedger;
  /** The same store, seen by another replica. */
  readonly other: RolloutLedger;
}

const manifest = (version: string): SkillManifest => ({
  ...{ name: 'refund', version, description: 'A skill of a test.', trigger: 'a test', effect: 'read' },
  ...{ confirmation_required: false, idempotency: 'key', errors: [], sla: { p95_ms: 10 }, timeout_ms: 1_000 },
  ...{ input_schema: { type: 'object' }, output_schema: { type: 'object' } },
  ...manifestDefaults,
});
const first = firstRollout('refund', '1.0.0', defaultPlan());

function moveFrom(rollout: Rollout, command: RolloutCommand): Move {
  const act = { atMs: 1_000 + rollout.revision, by: { kind: 'person', name: 'ops' }, reason: command.kind } as const;
  const move = moveBy(command, rollout, act, 10);
  if (move.kind === 'refused') throw new Error(move.code);
  return move;
}
const share: RolloutCommand = { kind: 'share', baseline: '1.0.0', candidate: '2.0.0', weight: 0.25 };
const rollback: RolloutCommand = { kind: 'rollback' };
const evidenceOf = (rollout: Rollout, late: number): Evidence => {
  const opened = openEvidence(rollout);
  return { ...opened, ledger: { ...opened.ledger, settledUntilMs: 5, late } };
};

/** What every ledger of rollouts keeps; each test begins with an empty registry. */
export function rolloutLedgerContract(open: () => Promise<Subject>): void {
  let subject: Subject;
  beforeEach(async () => {
    subject = await open();
    const versions = ['1.0.0', '2.0.0'].map((version) => manifest(version));
    await subject.registry.register(
      versions.map((each) => ({ manifest: each, providerUrl: 'http://a', state: 'complete' as const })),
    );
  });
  const running = async (): Promise<Rollout> => {
    const move = moveFrom(first, share);
    expect(await subject.ledger.move(1, move)).toBe(true);
    return move.state;
  };
  const stored = async () => (await subject.registry.content()).rollouts;
  /** What an engine would do: takes the candidate back. */
  const ruling = (rollout: Rollout): Ruling => {
    const { state, entries } = moveFrom(rollout, rollback);
    return { rollout, evidence: evidenceOf(rollout, 1), moved: { kind: 'moved', state, entry: entries[0]! } };
  };

  it('S7: stores a change with its history, counts it for every replica, and stores none twice', async () => {
    const before = await subject.registry.revision();
    const move = moveFrom(first, share);
    expect(await subject.ledger.move(1, move)).toBe(true);
    expect(await subject.registry.revision()).toBeGreaterThan(before);
    expect(await stored()).toEqual([move.state]);
    expect(await subject.other.move(1, move)).toBe(false);
    expect(await subject.other.move(7, move)).toBe(false);
    expect(await subject.ledger.history('refund', { limit: 10 })).toMatchObject([
      { action: 'start', revision: 3 },
      { action: 'configure', revision: 2, from: { status: 'idle' }, reason: 'share', by: { name: 'ops' } },
    ]);
  });

  it('tells what has changed since a revision, and more than rollouts only by everything', async () => {
    const { registry, ledger } = subject;
    const before = await registry.revision();
    expect(await registry.rolloutsSince(before)).toEqual({ revision: before, rollouts: [] });
    const rollout = await running();
    const after = await registry.revision();
    expect(await registry.rolloutsSince(before)).toEqual({ revision: after, rollouts: [rollout] });
    expect(await registry.rolloutsSince(after)).toEqual({ revision: after, rollouts: [] });
    await Promise.all([ledger.move(3, moveFrom(rollout, rollback)), ledger.move(3, moveFrom(rollout, rollback))]);
    expect((await registry.rolloutsSince(after))?.rollouts).toMatchObject([{ status: 'rolled_back' }]);
    await registry.register([{ manifest: manifest('3.0.0'), providerUrl: 'http://a', state: 'complete' }]);
    expect(await registry.rolloutsSince(after)).toBeUndefined();
  });

  it('shows history by pages, newest first', async () => {
    await running();
    expect(await subject.ledger.history('refund', { limit: 1 })).toMatchObject([{ revision: 3 }]);
    expect(await subject.ledger.history('refund', { before: 3, limit: 1 })).toMatchObject([{ revision: 2 }]);
    expect(await subject.ledger.history('refund', { before: 2, limit: 1 })).toEqual([]);
    expect(await subject.ledger.history('nothing', { limit: 1 })).toEqual([]);
  });

  it('S7: lets the next replica go on from the evidence that the last one kept', async () => {
    const rollout = await running();
    expect(await subject.ledger.kept(['refund', 'nothing'])).toEqual([{ rollout, evidence: undefined }]);
    await subject.ledger.lead(['refund'], () => [{ rollout, evidence: evidenceOf(rollout, 3), moved: undefined }]);
    await subject.other.lead(['refund'], (kept) => {
      expect(kept).toMatchObject([{ evidence: { ledger: { late: 3 } } }]);
      return [];
    });
  });

  it('S7: takes a candidate back once, whoever else decides the same at that moment', async () => {
    const rollout = await running();
    const rule = () => [ruling(rollout)];
    const { ledger, other } = subject;
    await Promise.all([ledger, other, ledger, other].map((each) => each.lead(['refund'], rule)));
    expect(await stored()).toMatchObject([{ status: 'rolled_back', revision: 4, revoked: ['2.0.0'] }]);
    const history = await ledger.history('refund', { limit: 10 });
    expect(history.filter(({ action }) => action === 'rollback')).toHaveLength(1);
  });

  it('drops a ruling on what a person has changed meanwhile', async () => {
    const rollout = await running();
    await subject.ledger.move(3, moveFrom(rollout, { kind: 'pause' }));
    expect(await subject.other.lead(['refund'], () => [ruling(rollout)])).toEqual([]);
    expect(await stored()).toMatchObject([{ status: 'paused', revision: 4 }]);
  });

  it('announces every change once, in order, and again what was not taken', async () => {
    await running();
    const sent: Change[][] = [];
    const failing = subject.ledger.announce(10, () => Promise.reject(new Error('away')));
    await expect(failing).rejects.toThrow('away');
    expect(await subject.ledger.announce(1, async (changes) => void sent.push([...changes]))).toBe(1);
    expect(await subject.other.announce(10, async (changes) => void sent.push([...changes]))).toBe(1);
    expect(await subject.ledger.announce(10, async (changes) => void sent.push([...changes]))).toBe(0);
    expect(sent).toMatchObject([[{ skill: 'refund', entry: { revision: 2 } }], [{ entry: { revision: 3 } }]]);
  });

  it('lets one replica announce at a time', async () => {
    await running();
    const taken = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const one = subject.ledger.announce(10, async () => {
      taken.resolve();
      await go.promise;
    });
    await taken.promise;
    const two = subject.other.announce(10, () => Promise.reject(new Error('two at once')));
    // Where one connection serves all, the second waits for the first one and finds nothing left to do.
    const none = Promise.race([two, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))]);
    expect([0, 'waits']).toContain(await none);
    go.resolve();
    expect(await one).toBe(2);
    expect(await two).toBe(0);
  });
}
