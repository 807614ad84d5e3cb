import { EMPTY_SESSION, type SessionState } from '../session-state/session-state';
import { heldInSession } from './held-in-session';

const session = (state: Record<string, string>): SessionState => ({
  ...EMPTY_SESSION,
  state: new Map(Object.entries(state)),
});
const held = (text: string, need: 'nothing' | 'dialogue' | 'past', state: Record<string, string>) =>
  heldInSession(text, need, session(state), 2).map(({ key, content, layer }) => [key, content, layer]);

const STAY = { '民宿.名称': '云上小院', '民宿.价格': '300元', '茶馆.名称': '听雨' };

describe('what the session holds of a thing spoken of without a name', () => {
  it('M9: is the slots of the sort that the question calls it by', () => {
    expect(held('民宿的电话是多少', 'past', STAY)).toEqual([
      ['民宿.名称', '云上小院', 'session'],
      ['民宿.价格', '300元', 'session'],
    ]);
  });

  it('M9: is all that the task has filled where the question says only “周边有什么”', () => {
    expect(held('周边有什么好玩的', 'dialogue', STAY)).toHaveLength(3);
  });

  it('M9: is the thing of an earlier round that a phrase points at', () => {
    expect(held('那个订单到哪了', 'dialogue', { 'core:order_number:A-1001': '1.1' })).toEqual([
      ['order_number', 'A-1001', 'session'],
    ]);
  });

  it('M9: is nothing where the question names its own subject, or asks nothing', () => {
    expect(held('故宫几点开门', 'past', STAY)).toEqual([]);
    expect(held('这家不错', 'nothing', STAY)).toEqual([]);
    expect(held('周边有什么好玩的', 'dialogue', { 'topic:words': '酒店' })).toEqual([]);
  });
});
