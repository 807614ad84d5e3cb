import fc from 'fast-check';
import { renderTemplate } from '../flow/template';
import { patchDraft } from './patch-draft';

const correction = (field: string, suggestion: string, found?: string) => ({
  code: 'c',
  evidence: 'e',
  field,
  suggestion,
  ...(found !== undefined && { found }),
});
const draft = {
  template: '退款{{amount}}元，预计{{refund_time}}到账。',
  slots: { amount: '5', refund_time: '1天' },
  text: '退款5元，预计1天到账。',
};

describe('patchDraft', () => {
  it('R1: renders the template again when a slot is corrected', () => {
    const { draft: patched, applied } = patchDraft(draft, [correction('slots.refund_time', '3-5个工作日')]);
    expect(patched).toMatchObject({ text: '退款5元，预计3-5个工作日到账。', slots: { refund_time: '3-5个工作日' } });
    expect(applied).toBe(1);
  });

  it('R1: replaces a passage and keeps the replacement through a later slot correction', () => {
    const { draft: patched } = patchDraft(draft, [correction('text', '大约', '预计'), correction('slots.amount', '6')]);
    expect(patched.text).toBe('退款6元，大约1天到账。');
    const spanning = patchDraft(draft, [correction('text', '三天内', '1天'), correction('slots.amount', '6')]).draft;
    expect(spanning.text).toBe('退款6元，预计三天内到账。');
  });

  it('R1: appends what has no place, once, and counts nothing for a passage that is not there', () => {
    const twice = [
      correction('text', '以银行为准。'),
      correction('text', '以银行为准。'),
      correction('text', 'x', '不存在'),
      correction('reply', 'x'),
    ];
    expect(patchDraft(draft, twice)).toMatchObject({
      applied: 1,
      draft: { text: '退款5元，预计1天到账。以银行为准。' },
    });
  });

  it('treats suggestions and slot values as text: no dollar pattern and no place in them has any meaning', () => {
    expect(patchDraft({ text: '保证到账', slots: {} }, [correction('text', '$& {{amount}}', '保证')]).draft.text).toBe(
      '$& {{amount}}到账',
    );
    fc.assert(fc.property(fc.string(), (value) => expect(renderTemplate('a{{x}}b', { x: value })).toBe(`a${value}b`)));
  });
});
