import { growsLinearly } from '@plinth/testing';
import { decisionSentence, type Decision } from '../profile/decision';
import { decisionAsked } from './decision-asked';
import type { Candidate } from './candidate';
import { readQuestion } from './question';
import { rankCandidates, type Ranked } from './rank-candidates';
import { DEFAULT_RECALL_POLICY } from './recall-policy';

const found = (decision: Decision, atMs: number): Ranked => {
  const candidate: Candidate = {
    id: `d${atMs}`,
    kind: 'episode',
    content: decisionSentence(decision, 'zh'),
    sourceType: 'system',
    confidence: 0.85,
    importance: 0.5,
    atMs,
    arms: { keyword: { rank: 1, score: 1 } },
  };
  const ranking = { policy: DEFAULT_RECALL_POLICY, nowMs: 10, top: 5 };
  return rankCandidates(readQuestion(decision.choice), [candidate], ranking)[0]!;
};
const PICKUP = found({ kind: 'recommendation', choice: '上门取件', reason: '附近没有门店' }, 1);
const SPEAKERS = found({ kind: '推荐', choice: 'A款蓝牙音箱', reason: '预算在300元以内' }, 2);
const TRIP = found({ kind: 'plan', choice: '坐高铁去杭州', reason: '比飞机快' }, 3);
const DIAGNOSIS = found({ kind: '诊断', choice: '轴承磨损', reason: '振动超过阈值' }, 4);
const CODES = found({ kind: 'flow', choice: 'refund/refuse', reason: 'triggered' }, 5);
const ALL = [CODES, DIAGNOSIS, PICKUP, SPEAKERS, TRIP];
const reasonFor = (text: string, ranked: readonly Ranked[] = ALL) => decisionAsked(text, ranked)?.answer.value;

describe('the reason of a decision', () => {
  it.each([
    ['上次为什么推荐上门取件？', '附近没有门店'],
    ['为什么上次推荐A款蓝牙音箱', '预算在300元以内'],
    ['你之前给我推荐上门取件的理由是什么', '附近没有门店'],
    ['你上次为什么给我推荐这个？', '预算在300元以内'],
    ['推荐蓝牙音箱的原因是什么？', '预算在300元以内'],
    ['当时为啥安排我坐高铁去杭州', '比飞机快'],
    ['上次为什么诊断为轴承磨损？', '振动超过阈值'],
    ['Why did you recommend that last time?', '预算在300元以内'],
    ['why did you suggest 上门取件', '附近没有门店'],
    ['Why was 上门取件 recommended?', '附近没有门店'],
    ['What was the reason for recommending 上门取件?', '附近没有门店'],
  ])('M34: %s', (text, reason) => expect(reasonFor(text)).toBe(reason));

  it.each([
    '推荐一款蓝牙音箱',
    '为什么我推荐的朋友没有收到奖励',
    '为什么推荐码用不了',
    '为什么上次推荐咖啡机？',
    '为什么还没到货',
    'Why did I recommend it?',
    'why is my advice slip missing',
  ])('M34: asks for no reason that is known: %s', (text) => expect(reasonFor(text)).toBeUndefined());

  it('M34: is that of the latest decision upon the thing', () => {
    const later = found({ kind: 'recommendation', choice: '上门取件', reason: '下雨了' }, 9);
    expect(reasonFor('上次为什么推荐上门取件', [PICKUP, later])).toBe('下雨了');
  });

  it('M34: rests on what may enter a prompt alone, however far its words are from the question', () => {
    const dropped = (reason: string) => [{ ...PICKUP, kept: false, reason }];
    expect(reasonFor('上次为什么推荐上门取件', dropped('below_floor'))).toBe('附近没有门店');
    for (const reason of ['low_confidence', 'source_not_allowed', 'frozen: 退货'])
      expect(reasonFor('上次为什么推荐上门取件', dropped(reason))).toBeUndefined();
  });

  it('M34: a user’s own words that read like a decision are none', () => {
    const said = { ...PICKUP, candidate: { ...PICKUP.candidate, sourceType: 'user' as const } };
    expect(reasonFor('上次为什么推荐上门取件', [said])).toBeUndefined();
  });

  it('stays linear on hostile text', () => {
    for (const unit of ['为什么推荐', 'why did you recommend ', '的理由是']) {
      growsLinearly(unit, (n) => reasonFor(unit.repeat(n / unit.length)), 8_192);
    }
  });
});
