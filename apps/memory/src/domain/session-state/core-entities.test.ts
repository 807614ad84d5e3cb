import fc from 'fast-check';
import type { Anchor } from '@plinth/contracts';
import { growsLinearly } from '@plinth/testing';
import { CORE_KINDS, coreEntities, mentionOperations } from './core-entities';
import { taskState } from './dialogue-keys';
import { resolveReferences } from './references';
import { applyOperations, EMPTY_SESSION, type SessionState } from './session-state';

const anchor = (kind: Anchor['kind'], value: string): Anchor => ({
  kind,
  value,
  text: value,
  start: 0,
  end: value.length,
});
const saying = (...messages: readonly (readonly Anchor[])[]): SessionState =>
  messages.reduce((session, anchors) => applyOperations(session, mentionOperations(session, anchors)), EMPTY_SESSION);
const order = (value: string) => anchor('order_number', value);
const file = (value: string) => anchor('file', value);
const person = (value: string) => anchor('person', value);
const place = (value: string) => anchor('place', value);
const pointsAt = (text: string, session: SessionState) =>
  resolveReferences(text, session).map(({ text: said, entity }) => `${said}=${entity.value}`);

const session = saying(
  [order('A1001'), order('A1002'), order('A1003')],
  [file('report.xlsx')],
  [person('王莉')],
  [place('杭州')],
  [order('B2')],
);

describe('coreEntities', () => {
  it('M31: names the entities of the task in the order in which they were last spoken of', () => {
    const again = applyOperations(session, mentionOperations(session, [order('A1001')]));
    expect(coreEntities(again).map(({ value }) => value)).toEqual([
      'A1002',
      'A1003',
      'report.xlsx',
      '王莉',
      '杭州',
      'B2',
      'A1001',
    ]);
  });

  it('M31: keeps what qualifies a task, such as a date or an amount, out of its entities', () => {
    expect(coreEntities(saying([anchor('date', '2024-05-15'), anchor('amount', '300')]))).toEqual([]);
  });

  it('shows its book-keeping to nobody', () => expect([...taskState(session)]).toEqual([]));

  it('M31: keeps the last of each kind, however many of another are named', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...CORE_KINDS), fc.integer({ min: 0, max: 40 })), { maxLength: 80 }),
        (named) => {
          const entities = coreEntities(saying(...named.map(([kind, n]) => [anchor(kind, `v${n}`)])));
          for (const kind of CORE_KINDS) {
            const last = named.findLast(([of]) => of === kind);
            expect(entities.findLast((entity) => entity.kind === kind)?.value).toBe(last && `v${last[1]}`);
            expect(entities.filter((entity) => entity.kind === kind).length).toBeLessThanOrEqual(12);
          }
        },
      ),
    );
  });
});

describe('resolveReferences', () => {
  it.each([
    ['刚才那张单子到哪了', '刚才那张单子=B2'],
    ['把刚才说的那个订单取消', '刚才说的那个订单=B2'],
    ['刚才那个取消掉', '刚才那个=B2'],
    ['那个文件发给他', '那个文件=report.xlsx | 他=王莉'],
    ['它什么时候到', '它=B2'],
    ['那里天气怎么样', '那里=杭州'],
    ['第二个订单退款', '第二个订单=A1002'],
    ['我要退第三张', '第三张=A1003'],
    ['上一个订单呢', '上一个订单=A1003'],
    ['前者退款，后者保留', '前者=A1001 | 后者=A1003'],
    ['cancel that order', 'that order=B2'],
    ['cancel it please', 'it=B2'],
    ['send that file to her', 'that file=report.xlsx | her=王莉'],
    ['I want the second one', 'the second one=A1002'],
    ['refund the second order', 'the second order=A1002'],
    ['that one, please', 'that one=B2'],
    ['what is the weather there?', 'there=杭州'],
    ['the former, please', 'the former=A1001'],
  ])('M31: %s', (text, expected) => expect(pointsAt(text, session).join(' | ')).toBe(expected));

  it.each([
    '那个，我想问一下',
    '先不说这个',
    '那个问题怎么解决',
    '其他的呢',
    '它们都好',
    'it is raining',
    'is it possible to pay later?',
    'there is no hurry',
    'the order number is C3',
    '吉他多少钱',
  ])('M31: “%s” points at nothing', (text) => expect(pointsAt(text, session)).toEqual([]));

  it('M31: points at nothing where nothing of the kind was named', () => {
    expect(pointsAt('那个文件发给他', saying([order('A1')]))).toEqual([]);
    expect(pointsAt('the fifth one', session)).toEqual([]);
  });

  it('M31: still resolves after a hundred rounds that named nothing', () => {
    const late = Array.from({ length: 100 }).reduce<SessionState>(
      (state) => applyOperations(state, mentionOperations(state, [])),
      session,
    );
    expect(pointsAt('刚才那张单子', late)).toEqual(['刚才那张单子=B2']);
  });

  it('stays linear on hostile text', () => {
    for (const unit of ['那', '刚才', '第一', 'the ', 'it ', '上一']) {
      growsLinearly(unit, (n) => resolveReferences(unit.repeat(n / unit.length), session), 500);
    }
  });
});
