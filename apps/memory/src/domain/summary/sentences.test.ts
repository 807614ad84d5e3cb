import { growsLinearly } from '@plinth/testing';
import { clausesOf, sentences } from './sentences';

const texts = (text: string) => sentences(text).map((sentence) => sentence.text);

describe('sentences', () => {
  it.each([
    ['我要退款。订单是A1001！谢谢', ['我要退款', '订单是A1001', '谢谢']],
    ['I met Dr. Smith at 3.5 km. He sent report.pdf. OK?', ['I met Dr. Smith at 3.5 km', 'He sent report.pdf', 'OK']],
    ['见 example.com；再说', ['见 example.com', '再说']],
    ['他说：“走吧。”然后离开', ['他说：“走吧。”', '然后离开']],
    ['\n\n…', []],
  ])('splits %j', (text, expected) => expect(texts(text)).toEqual(expected));

  it('tells questions', () => expect(sentences('到了吗？到了。').map(({ asks }) => asks)).toEqual([true, false]));

  it('splits a sentence at its commas and no number', () =>
    expect(clausesOf('共1,200元，分两次, 可以吗').map(({ text }) => text)).toEqual(['共1,200元', '分两次', '可以吗']));

  it('leaves whole what must stay whole', () =>
    expect(clausesOf('On June 8, 2024, rain', [{ start: 3, end: 15 }]).map(({ text }) => text)).toEqual([
      'On June 8, 2024',
      'rain',
    ]));

  it('stays linear on hostile text', () => {
    for (const unit of ['。”', 'a.', '. ', '，', 'Dr. ', '\n']) {
      growsLinearly(unit, (n) => sentences(unit.repeat(n / unit.length)).forEach(({ text }) => clausesOf(text)), 8_192);
    }
  });
});
