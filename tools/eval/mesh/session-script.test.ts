import { codeWords } from './code-words';
import { burstsOf, scriptOf } from './session-script';

const plan = { session: 's', user: 'u', codeWord: '青瓷灯塔', orderNumber: 'DD1' };

describe('the script of a session', () => {
  const script = scriptOf({ id: 'd', utterances: ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'] }, plan);

  it('tells the code word first and asks for it last, with every utterance in order and the order asked halfway', () => {
    expect(script.map(({ kind }) => kind).join(' ')).toBe(
      'tell utterance utterance utterance utterance utterance flow utterance utterance utterance utterance utterance ask',
    );
    expect(script.filter(({ kind }) => kind === 'utterance').map(({ text }) => text)).toEqual([
      '一',
      '二',
      '三',
      '四',
      '五',
      '六',
      '七',
      '八',
      '九',
      '十',
    ]);
  });

  it('sends three utterances right behind the flow turn, and waits for every other turn', () => {
    expect(burstsOf(script).map((burst) => burst.length)).toEqual([1, 1, 1, 1, 1, 1, 4, 1, 1, 1]);
  });

  it('gives code words that differ and do not hold each other', () => {
    const words = codeWords(100);
    expect(new Set(words).size).toBe(100);
    expect(words.every((word) => words.filter((other) => other.includes(word)).length === 1)).toBe(true);
  });
});
