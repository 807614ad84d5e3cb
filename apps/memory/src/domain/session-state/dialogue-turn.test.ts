import type { TaskSlot } from '../task-slots/task-schema';
import { readUtterance } from '../utterance/read-utterance';
import { taskState } from './dialogue-keys';
import { dialogueTurn } from './dialogue-turn';
import { EMPTY_SESSION, type SessionUpdate } from './session-state';

const NOW = Date.UTC(2024, 4, 20, 2);
const COURSE: readonly TaskSlot[] = [
  { name: '课程.科目', labels: ['科目', '课程'] },
  { name: '课程.费用', labels: ['费用', '学费'] },
];

/** A dialogue on one session, as its rows would keep it. */
class Dialogue {
  private history: SessionUpdate[] = [];
  private session = EMPTY_SESSION;
  private turns = 0;
  private replied = '';

  constructor(private readonly slots: readonly TaskSlot[] = []) {}

  say(text: string, reply = '好的。') {
    const turnId = `t${++this.turns}`;
    const reading = readUtterance(text, { nowMs: NOW, timeZone: 'Asia/Shanghai' });
    const update = dialogueTurn({
      ...{
        commandId: `c${this.turns}`,
        turnId,
        previousTurnId: `t${this.turns - 1}`,
        nowMs: NOW,
        timeZone: 'Asia/Shanghai',
      },
      ...{ acts: reading.acts, anchors: reading.anchors, text: reading.text, taskSchema: { slots: this.slots } },
      ...{ session: this.session, history: this.history, profile: new Map(), candidates: [], constraints: new Map() },
      mode: 'confirm',
      ...(this.replied === '' ? {} : { previousReply: this.replied }),
    });
    const numbered = update.updates.map((one, i) => ({ ...one, n: this.history.length + i + 1, turnId }));
    this.history = [...this.history, ...numbered];
    this.session = update.session;
    this.replied = reply;
    return { ...update, state: Object.fromEntries(taskState(update.session)) };
  }
}

describe('dialogueTurn', () => {
  it('M31: “刚才那张单子” is the order of twenty rounds before, as an anchor where the phrase stands', () => {
    const dialogue = new Dialogue();
    dialogue.say('查订单A1001');
    for (let i = 0; i < 20; i++) dialogue.say('你觉得呢');
    const { anchors, state } = dialogue.say('刚才那张单子怎么还没到？');
    expect(anchors).toContainEqual(
      expect.objectContaining({ kind: 'order_number', text: '刚才那张单子', value: 'A1001' }),
    );
    expect(state).toEqual({ order_number: 'A1001' });
  });

  it('M31: an order that the text itself names is that order', () => {
    const dialogue = new Dialogue();
    dialogue.say('查订单A1001');
    const { anchors } = dialogue.say('刚才那张单子不是，查订单B2002');
    expect(anchors.filter(({ kind }) => kind === 'order_number').map(({ value }) => value)).toEqual(['B2002']);
  });

  it('M32: another topic lays the task aside with its state, and “回到…” brings it back', () => {
    const dialogue = new Dialogue();
    dialogue.say('我要退款，订单A1001');
    expect(dialogue.say('先不说这个，查北京天气').state).toEqual({ city: '北京' });
    expect(dialogue.say('回到刚才的退款').state).toEqual({ order_number: 'A1001' });
  });

  it('M4: the slots of the tenant’s task are filled by what is said, and one undo takes back all of an utterance', () => {
    const dialogue = new Dialogue(COURSE);
    expect(dialogue.say('我想报一门费用200元以下的课程').state).toMatchObject({
      '课程.费用': expect.stringContaining('200'),
    });
    expect(dialogue.say('撤回上步').state).toEqual({});
  });

  it('M4: what the dialogue keeps for itself is no state of the task, and no undo speaks of it', () => {
    const dialogue = new Dialogue();
    dialogue.say('查订单A1001');
    expect(dialogue.say('撤回上步').changes).toEqual([{ op: 'undone', key: 'order_number' }]);
  });

  it('M32: a dialogue without a task keeps no words of it', () => {
    expect(new Dialogue().say('你好').updates).toEqual([]);
  });
});
