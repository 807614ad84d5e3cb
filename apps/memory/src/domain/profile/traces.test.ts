import * as fc from 'fast-check';
import { says, tracesOf, withoutTraces } from './traces';

const gone = (key: string, value: string, content = '') => tracesOf([{ id: 'i1', key, value, content }]);

describe('what belongs to an erased item', () => {
  it.each([
    ['age', '30', '我住在文三路30号', false],
    ['age', '30', '电话13800301234', false],
    ['age', '30', '用户的年龄：30', true],
    ['age', '30', '年龄是 300', false],
    ['age', '30', 'my age is 30.', true],
    ['phone', '13800301234', '打13800301234找我', true],
    ['phone', '13800301234', '订单号9138003012345', false],
    ['email', 'ana@example.com', 'mail ana@example.com', true],
    ['email', 'ana@example.com', 'mail hana@example.com', false],
    ['location', '杭州', '杭州明天下雨吗', false],
    ['location', '杭州市文三路30号', '寄到杭州市文三路30号吧', true],
    ['note', 'a+b (c) [d] $1.000000 \\ "x"', 'so a+b (c) [d] $1.000000 \\ "x" it is', true],
  ])('M18: %s=%s in “%s”: %s', (key, value, text, told) => expect(says(text, gone(key, value))).toBe(told));

  it('M18: a recorded answer loses what it tells of the item, and nothing else', () => {
    const answer = {
      session: { facts: { age: '30', phone: '13800301234' }, state: { floor: '30' } },
      changes: [
        { op: 'set', key: 'age', value: '30' },
        { op: 'replaced', key: 'age', value: '31', previous: '30' },
        { op: 'set', key: 'floor', value: '30' },
      ],
      items: [
        { id: 'i1', content: '用户的年龄：30' },
        { id: 'i30', content: '文三路30号' },
      ],
      answer: { key: 'age', value: '30' },
    };
    expect(withoutTraces(answer, gone('age', '30'))).toEqual({
      session: { facts: { phone: '13800301234' }, state: { floor: '30' } },
      changes: [
        { op: 'replaced', key: 'age', value: '31' },
        { op: 'set', key: 'floor', value: '30' },
      ],
      items: [{ id: 'i30', content: '文三路30号' }],
    });
  });

  it('M18: of any facts, erasing one takes it from an answer and leaves every other as it was', () => {
    const word = fc.stringMatching(/^[0-9a-z文三路号]{1,12}$/);
    const facts = fc.uniqueArray(fc.record({ key: fc.stringMatching(/^[a-z]{3,8}$/), value: word }), {
      selector: ({ key }) => key,
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(facts, ([erased, ...others]) => {
        if (!erased) return;
        const traces = gone(erased.key, erased.value);
        const unrelated = others.filter(({ value }) => !says(value, traces));
        const all = (from: typeof others) => ({
          facts: Object.fromEntries(from.map(({ key, value }) => [key, value])),
        });
        expect(withoutTraces(all([erased, ...unrelated]), traces)).toEqual(all(unrelated));
      }),
    );
  });

  it('M15: what an inferred preference is called and what shows it are two', () => {
    expect(gone('reply_length', '简洁').signals).toEqual([{ key: 'reply_length', value: 'brief' }]);
    expect(gone('field_of_interest/2', 'jazz').signals).toEqual([{ key: 'field_of_interest', value: 'jazz' }]);
    expect(gone('age', '30').signals).toEqual([]);
  });
});
