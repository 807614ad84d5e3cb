import fc from 'fast-check';
import { DECISION_LABELS, decisionLabel } from '@plinth/contracts';
import { decisionKindOf, decisionSentence, readDecision, wordsForDecision } from './decision';

describe('the sentence of a decision', () => {
  it('M34: is one of each language, and reads back as the decision that it was', () => {
    const decision = { kind: 'recommendation', choice: '上门取件', reason: '附近没有门店' };
    expect(decisionSentence(decision, 'zh-CN')).toBe('推荐：上门取件（理由：附近没有门店）');
    expect(decisionSentence(decision, 'en')).toBe('recommendation: 上门取件 (because 附近没有门店)');
    for (const locale of ['zh-CN', 'en']) expect(readDecision(decisionSentence(decision, locale))).toEqual(decision);
  });

  it('M34: whatever it says, it is no longer than an item may be, and has its reason', () => {
    const texts = fc.string({ minLength: 1, maxLength: 300 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(texts, texts, fc.constantFrom('zh', 'en'), (choice, reason, locale) => {
        const sentence = decisionSentence({ kind: '诊断', choice, reason }, locale);
        expect([...sentence].length).toBeLessThanOrEqual(200);
        expect(readDecision(sentence)?.kind).toBe('诊断');
      }),
    );
  });

  it('M34: the planner’s own codes, and texts that are no decision, are none', () => {
    for (const text of [
      'flow：refund/done（理由：triggered）',
      'model: answer (because no_flow)',
      '推荐：上门取件',
      '我推荐它',
    ])
      expect([text, readDecision(text)]).toEqual([text, undefined]);
  });

  it('M34: a kind is the same by each of its names', () => {
    expect(['推荐', 'Recommendation', ' recommendation', '诊断'].map(decisionKindOf)).toEqual([
      ...['recommendation', 'recommendation', 'recommendation', '诊断'],
    ]);
  });

  it('M34: a kind is stored, and asked for, by what its user is told that it is called', () => {
    for (const kind of Object.keys(DECISION_LABELS))
      for (const language of ['zh', 'en'] as const) {
        const label = decisionLabel(kind, language);
        const sentence = decisionSentence({ kind, choice: '甲', reason: '乙' }, language);
        expect([sentence.startsWith(label), decisionKindOf(label)]).toEqual([true, kind]);
        expect(label).toMatch(new RegExp(`^(?:${wordsForDecision(kind)})$`));
      }
  });
});
