import { FixedClock, messageId, sessionId, tenantId, turnId } from '@plinth/kernel';
import { buildPolicySet, type PolicySet } from '../../domain/policy-set/policy-set';
import { policyFile } from '../../domain/policy/policy';
import { PolicyBook } from '../../ports/policy-book';
import { VerdictLog, type VerdictEntry } from '../../ports/verdict-log';
import { CheckDraft, type CheckCommand } from './check-draft';

const policies = (replace: string): PolicySet => {
  const file = policyFile.parse({
    name: 'wording',
    description: 'No absolute wording.',
    checks: [
      {
        kind: 'forbidden_wording',
        id: 'w',
        code: 'absolute_wording',
        evidence: 'wording.md §1',
        patterns: [{ match: '保证', replace }],
      },
    ],
    examples: [{ name: 'a promise', text: '保证', expect: 'corrected', codes: ['absolute_wording'] }],
  });
  const set = buildPolicySet([file]);
  if ('faults' in set) throw new Error('the policies of the test are at fault');
  return set;
};

class Book extends PolicyBook {
  readonly faults = [];
  constructor(private readonly sets: readonly PolicySet[]) {
    super();
  }
  current(): PolicySet {
    return this.sets[0]!;
  }
  byVersion(version: string): Promise<PolicySet | undefined> {
    return Promise.resolve(this.sets.find((set) => set.version === version));
  }
}

class Log extends VerdictLog {
  readonly entries: VerdictEntry[] = [];
  record(entry: VerdictEntry): void {
    this.entries.push(entry);
  }
  erase(): Promise<number> {
    return Promise.resolve(0);
  }
}

const command = (over: Partial<CheckCommand> = {}, data: Partial<CheckCommand['data']> = {}): CheckCommand => ({
  id: messageId('c1'),
  tenant: tenantId('default'),
  session: sessionId('s'),
  turn: turnId('t'),
  oneWayMs: 3,
  remainingMs: 490,
  data: {
    user_id: 'u',
    user_text: '退款',
    draft: { text: '保证到账', slots: {} },
    round: 0,
    locale: 'zh-CN',
    now: '2026-11-30T00:00:00.000Z',
    skill_results: [],
    facts: {},
    ...data,
  },
  ...over,
});
const today = policies('预计');
const yesterday = policies('大约');

describe('CheckDraft', () => {
  const log = new Log();
  const check = (over?: Partial<CheckCommand>, data?: Partial<CheckCommand['data']>) =>
    new CheckDraft(new Book([today, yesterday]), log, new FixedClock(7), () => 0).check(command(over, data));

  it('R1: answers with structured corrections and the version that judged', async () => {
    expect(await check()).toMatchObject({
      outcome: 'corrected',
      partial: false,
      corrections: [
        { code: 'absolute_wording', field: 'text', found: '保证', suggestion: '预计', evidence: 'wording.md §1' },
      ],
      policy_version: today.version,
    });
  });

  it('T3: answers the same command alike however often it is delivered', async () => {
    expect(await check()).toEqual(await check());
  });

  it('T4: judges by the set that the turn has pinned, and parks a pin that nobody knows', async () => {
    expect(await check({}, { policy_version: yesterday.version })).toMatchObject({
      corrections: [{ suggestion: '大约' }],
      policy_version: yesterday.version,
    });
    await expect(check({}, { policy_version: 'gone' })).rejects.toMatchObject({
      code: 'policy_version_unknown',
      retryable: false,
    });
  });

  it('R5: stops before its budget ends, so that a partial verdict arrives in time', async () => {
    let now = 0;
    const slow = new CheckDraft(new Book([today]), log, new FixedClock(7), () => (now += 500));
    expect(await slow.check(command())).toMatchObject({ partial: true, checks: [{ id: 'w', outcome: 'skipped' }] });
  });

  it('R5: a check that would end inside the measured way back is skipped; after slow commands sooner, after quick ones later', async () => {
    /** Whether every check runs at this time after commands that were so long on their way. */
    const isWhole = async (atMs: number, waysMs: readonly number[]) => {
      let now = 0;
      const checks = new CheckDraft(new Book([today]), log, new FixedClock(7), () => now);
      for (const oneWayMs of waysMs) await checks.check(command({ oneWayMs, remainingMs: undefined }));
      const judged = checks.check(command({ oneWayMs: undefined, remainingMs: 490 }));
      now = atMs;
      return !(await judged).partial;
    };
    const ways = (ms: number) => Array.from({ length: 200 }, () => ms);
    expect([await isWhole(429, []), await isWhole(431, [])]).toEqual([true, false]);
    expect([await isWhole(239, ways(300)), await isWhole(241, ways(300))]).toEqual([true, false]);
    expect([await isWhole(484, ways(3)), await isWhole(486, ways(3))]).toEqual([true, false]);
  });

  it('R1: runs only the checks that failed before in a later round', async () => {
    expect((await check({}, { round: 1, only_checks: ['other'] })).checks).toEqual([]);
    expect((await check({}, { round: 1, only_checks: ['w'] })).checks).toHaveLength(1);
  });

  it('logs codes and ids and no text', async () => {
    log.entries.length = 0;
    await check();
    expect(log.entries).toHaveLength(1);
    expect(JSON.stringify(log.entries)).not.toContain('保证');
  });
});
