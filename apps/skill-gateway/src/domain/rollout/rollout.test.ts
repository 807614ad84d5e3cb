import { defaultGuards, defaultPlan } from '@plinth/rollout';
import { refundManifest } from '../contract/refund-manifest.stage';
import { moveBy, type RolloutCommand } from './command';
import { compareVersions } from './compare-versions';
import { firstRollout, isWatched, skillOf, type Rollout } from './rollout';
import { shadowObstacle } from './shadow-stage';

const first = firstRollout('refund', '1.0.0', defaultPlan());
const act = { atMs: 1_000, by: { kind: 'person', name: 'ops' }, reason: 'a test' } as const;

function after(commands: readonly RolloutCommand[], from = first): Rollout {
  return commands.reduce((rollout, command) => {
    const move = moveBy(command, rollout, act, 10);
    if (move.kind === 'refused') throw new Error(move.code);
    return move.state;
  }, from);
}
const share = (baseline: string, candidate: string | undefined, weight: number): RolloutCommand => ({
  ...{ kind: 'share', baseline, candidate, weight },
});
const configured: RolloutCommand = {
  ...{ kind: 'configure', baseline: undefined, candidate: '2.0.0', stages: undefined, guards: undefined },
};
const started: RolloutCommand = { kind: 'start', stage: undefined };
const half = share('1.0.0', '2.0.0', 0.5);

describe('a rollout', () => {
  it('T4: a candidate that is taken away is revoked, one that becomes the baseline is not', () => {
    const gone = after([half, share('1.0.0', undefined, 0)]);
    expect(gone).toMatchObject({ revoked: ['2.0.0'], candidate: undefined, status: 'idle' });
    expect(after([half, share('2.0.0', undefined, 0)]).revoked).toEqual([]);
    expect(after([share('1.0.0', '2.0.0', 0.1)], gone).revoked).toEqual([]);
  });

  it('S7: serves a share at once when asked by a weight, as one stage under the shipped guards', () => {
    const { status, plan, run } = after([half]);
    expect({ status, run, weights: plan.stages.map(({ weight }) => weight) }).toEqual({
      ...{ status: 'running', run: 1, weights: [0.5] },
    });
    expect(plan.guards).toEqual(defaultGuards(10));
    expect(after([half, share('1.0.0', '2.0.0', 0.9)])).toMatchObject({ run: 2, revoked: [] });
  });

  it('S7: only prepares a candidate, by the shipped plan, until somebody starts it', () => {
    const prepared = after([configured]);
    expect(prepared).toMatchObject({ status: 'idle', candidate: '2.0.0', plan: defaultPlan(10) });
    expect(isWatched(prepared)).toBe(false);
    const running = after([started], prepared);
    expect(running).toMatchObject({ status: 'running', stage: 0, enteredAtMs: 1_000 });
    expect(isWatched(running)).toBe(true);
    expect(skillOf(running)).toBe('refund');
  });

  it('S7: starts at the stage that is named, and refuses one that the plan has not', () => {
    expect(after([configured, { kind: 'start', stage: 'everybody' }]).stage).toBe(2);
    expect(moveBy({ kind: 'start', stage: 'nowhere' }, after([configured]), act, 10)).toMatchObject({
      code: 'unknown_stage',
    });
  });

  it('S7: refuses to be reconfigured in progress, and says why', () => {
    expect(moveBy(configured, after([configured, started]), act, 10)).toMatchObject({ code: 'in_progress' });
  });

  it('keeps an entry for every step of a change, in the order of revisions', () => {
    const move = moveBy(share('1.0.0', undefined, 0), after([half]), act, 10);
    expect(move).toMatchObject({
      ...{ kind: 'moved', state: { revision: 5 } },
      entries: [
        { action: 'rollback', revision: 4 },
        { action: 'configure', revision: 5, reason: 'a test', by: { name: 'ops' } },
      ],
    });
  });

  it('orders versions by number', () => {
    expect(['10.0.0', '9.1.0', '9.0.10', '9.0.2'].sort(compareVersions)).toEqual([
      '9.0.2',
      '9.0.10',
      '9.1.0',
      '10.0.0',
    ]);
  });
});

describe('the way into a stage in the shadow', () => {
  const vip = defaultPlan().stages[1];
  it.each([
    ['acts and offers no dry run', 'write', 'never'],
    ['only says that it is safe', 'irreversible', 'safe'],
    ['reads and does not say that it is safe', 'read', 'never'],
  ] as const)('S8: is shut for a candidate that %s', (_name, effect, shadow) => {
    expect(shadowObstacle(vip, refundManifest('2.0.0', { effect, shadow }))).toContain('vip');
  });

  it.each([
    ['acts as if', 'irreversible', 'dry_run'],
    ['reads and is safe', 'read', 'safe'],
  ] as const)('S8: is open for one that %s, as live stages are for all', (_name, effect, shadow) => {
    expect(shadowObstacle(vip, refundManifest('2.0.0', { effect, shadow }))).toBeUndefined();
    expect(shadowObstacle(defaultPlan().stages[0], refundManifest('2.0.0', { shadow: 'never' }))).toBeUndefined();
  });
});
