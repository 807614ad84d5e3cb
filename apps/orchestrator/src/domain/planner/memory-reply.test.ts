import type { DataOf, memoryAssembled } from '@plinth/contracts';
import { memoryReply } from './memory-reply';

const memory = (over: Partial<DataOf<typeof memoryAssembled>>): DataOf<typeof memoryAssembled> => ({
  user_id: 'u',
  anchors: [],
  session: { facts: {}, constraints: {}, state: {} },
  changes: [],
  items: [],
  ...over,
});
const text = (over: Partial<DataOf<typeof memoryAssembled>>, language: 'zh' | 'en' = 'zh') =>
  memoryReply(memory(over), language)?.texts.draft.text;

describe('memoryReply', () => {
  it('O10: has nothing to say when memory neither changed nor answers', () => expect(text({})).toBeUndefined());

  it('M12: asks a declared attribute back instead of acknowledging it, and tells the next turn which', () => {
    const reply = memoryReply(
      memory({
        changes: [{ op: 'set', key: 'email', value: 'a@b.cn' }],
        ask: { candidate_id: 'c1', key: 'email', value: 'a@b.cn' },
      }),
      'zh',
    );
    expect(reply?.texts.draft).toMatchObject({
      text: '已记录您的邮箱为a@b.cn，是否正确？',
      slots: { asked_candidate: 'c1' },
    });
  });

  it('M15: of what the user has only shown it does not say that he has told it', () => {
    const ask = { candidate_id: 'c1', key: 'reply_length', value: '简洁', inferred: true } as const;
    expect(text({ ask })).toBe('看起来您的回答详略是：简洁。要我记住，以后都照此办理吗？');
    expect(text({ ask: { ...ask, value: 'brief' } }, 'en')).toBe(
      'It seems that your preferred length of answers is: brief. Shall I remember it for the future?',
    );
  });

  it('O10: leaves a question open that merely mentions a date, and says so of a date that was corrected', () => {
    expect(text({ changes: [{ op: 'set', key: 'date', value: '2026-11-30' }] })).toBeUndefined();
    expect(text({ changes: [{ op: 'replaced', key: 'date', value: '2026-12-01' }] })).toContain('2026-12-01');
  });

  it('M14: says what a correction, a confirmation and an undo have done', () => {
    expect(text({ changes: [{ op: 'replaced', key: 'city', value: '上海', previous: '北京' }] })).toBe(
      '好的，已将城市改为上海。',
    );
    expect(text({ changes: [{ op: 'confirmed', key: 'email', value: 'x' }] })).toContain('已确认并保存您的邮箱：x');
    expect(text({ changes: [{ op: 'undone', key: 'city', value: '北京' }] })).toBe('已撤回上一步，城市恢复为北京。');
    expect(text({ changes: [{ op: 'undone', key: 'city' }] }, 'en')).toBe(
      'I have undone the last step; your city is cleared.',
    );
    expect(text({ changes: [{ op: 'nothing_to_undo', key: '' }] })).toBe('没有可以撤回的内容。');
  });

  it('O12: answers a question about one attribute with the item it rests on, or says that it is not known', () => {
    const reply = memoryReply(
      memory({ answer: { key: '暗号', value: '青松', item_id: 'i1', layer: 'session' } }),
      'zh',
    );
    expect(reply).toMatchObject({
      data: { used_memory_ids: ['i1'] },
      texts: { draft: { text: '您的暗号是青松。' }, evidence: [{ kind: 'memory', id: 'i1' }] },
    });
    expect(text({ answer: { key: 'code word', layer: 'none' } }, 'en')).toBe('I do not know your code word yet.');
  });

  it('M34: tells the reason of a decision in the user’s language, what was decided in its own words', () => {
    const decision = { kind: 'recommendation', choice: '上门取件', reason: '附近没有门店。' };
    const over = { answer: { key: 'recommendation', value: '附近没有门店', layer: 'semantic' as const, decision } };
    expect(text(over)).toBe('上次推荐“上门取件”，理由是：附近没有门店。');
    expect(text(over, 'en')).toBe('The reason for the recommendation “上门取件” was: 附近没有门店.');
    const diagnosed = { answer: { ...over.answer, decision: { ...decision, kind: '诊断' } } };
    expect(text(diagnosed)).toContain('上次诊断“上门取件”');
  });

  it('M14: calls each attribute as the glossary does, one among several too, and one of the user’s own making as he did', () => {
    const set = (key: string, language: 'zh' | 'en') => text({ changes: [{ op: 'set', key, value: 'x' }] }, language);
    expect(set('occupation', 'zh')).toBe('好的，已记下职业：x。');
    expect(set('allergy/2', 'zh')).toBe('好的，已记下过敏源：x。');
    expect(set('allergy/2', 'en')).toBe('Noted, your allergy: x.');
    expect(set('座右铭', 'zh')).toBe('好的，已记下座右铭：x。');
    expect(set('constructor', 'en')).toBe('Noted, your constructor: x.');
  });

  it('keeps the values of several sentences apart, also when they hold braces', () => {
    const changes = [
      { op: 'set' as const, key: 'city', value: '{{value}}' },
      { op: 'set' as const, key: 'food', value: '面' },
    ];
    expect(text({ changes })).toBe('好的，已记下城市：{{value}}。好的，已记下喜欢的食物：面。');
  });
});
