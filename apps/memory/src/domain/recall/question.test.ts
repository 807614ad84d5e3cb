import { growsLinearly } from '@plinth/testing';
import { readQuestion, speakerAsked, topicOf } from './question';
import { askedAndStated, spokenIn } from './spoken-lines';

describe('speakerAsked', () => {
  it.each([
    ['你给我推荐过哪些餐厅', 'assistant'],
    ['你还记得你教过我什么菜吗', 'assistant'],
    ['What did you suggest for my back pain?', 'assistant'],
    ['Which hotel have you recommended?', 'assistant'],
    ['我和你提到过我去了哪里', 'user'],
    ['你还记得我喜欢什么颜色吗', 'user'],
    ['我跟你说过我对什么过敏', 'user'],
    ['Do you remember what I am allergic to?', 'user'],
    ['退款政策是什么', undefined],
    ['how long does a refund take', undefined],
  ])('M6: hears in “%s” whose words are asked for: %s', (question, speaker) => {
    expect(speakerAsked(question)).toBe(speaker);
  });
});

describe('topicOf', () => {
  it('leaves out how the answer is to look, keeps its units, and never leaves nothing', () => {
    expect(topicOf('How tall is my desk? Give the answer in the format: X cm (e.g. 12 cm)')).toMatch(
      /^How tall is my desk\?[\s:]*X cm\s*$/,
    );
    expect(topicOf('Give me the number')).toBe('Give me the number');
    expect(topicOf('我的订单号是多少（例如 A1001）')).toBe('我的订单号是多少 ');
  });
});

describe('readQuestion', () => {
  it('weighs rare words most, does not look for the words of a period, and is quick on hostile text', () => {
    const { needles } = readQuestion('5月4日我买了一台显微镜', [
      { fromMs: 0, untilMs: 1, text: '5月4日', expression: 0 },
    ]);
    expect(needles[0]?.text).toMatch(/显微|微镜/);
    expect(needles.map(({ text }) => text)).not.toContain('5');
    for (const hostile of ['请用', '(e.g. ', 'give ', '你还'])
      growsLinearly(hostile, (n) => readQuestion(hostile.repeat(n / hostile.length)), 8_192);
  });
});

describe('spokenIn', () => {
  it('tells an exchange by its labels, or by its two lines; nothing else has speakers', () => {
    expect(spokenIn('[2023-04-27] 用户：我爱爬山\n助手：真好！你常去吗？')).toEqual({
      user: '我爱爬山\n',
      assistant: '真好！你常去吗？\n',
    });
    expect(spokenIn('I love hiking.\nGreat! Do you go often?')).toEqual({
      user: 'I love hiking.',
      assistant: 'Great! Do you go often?',
    });
    expect(spokenIn('只有一句话')).toBeUndefined();
    expect(spokenIn('a\nb\nc')).toBeUndefined();
  });

  it('tells questions from statements', () => {
    expect(askedAndStated('It costs 3.50 a day. Do you want it? Yes.')).toEqual({
      asked: ' Do you want it?',
      stated: 'It costs 3.50 a day. Yes.',
    });
    expect(askedAndStated('我喜欢爬山。你呢？')).toEqual({ asked: '你呢？', stated: '我喜欢爬山。' });
  });
});
