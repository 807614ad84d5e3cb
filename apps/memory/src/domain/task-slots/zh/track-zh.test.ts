import { growsLinearly } from '@plinth/testing';
import type { TaskSchema, TaskSlot } from '../task-schema';
import { trackSlots } from '../track-slots';
import type { DialogueMemory } from '../tracking/dialogue-memory';

const slot = (name: string, more: Partial<TaskSlot> = {}): TaskSlot => ({
  name,
  labels: [name.split('.')[1] ?? name],
  ...more,
});

const REPAIR: TaskSchema = {
  slots: ['宽带账号', '故障现象', '上门时间', '联系电话', '上门地址', '联系人'].map((label) =>
    slot(`宽带报修.${label}`),
  ),
};
const COURSE: TaskSchema = {
  slots: [
    slot('课程.科目'),
    slot('课程.授课老师'),
    slot('课程.上课时间'),
    slot('课程.课程时长'),
    slot('课程.课时费'),
    slot('课程.评分'),
    slot('课程.授课方式', { values: ['线上', '线下'] }),
  ],
};
const PARTS: TaskSchema = {
  slots: [
    slot('备件.备件'),
    slot('备件.型号'),
    slot('备件.数量'),
    slot('备件.预算'),
    slot('备件.颜色', { values: ['红色', '黑色', '银灰色'] }),
  ],
};
/** Two services whose slots share their labels, things with names, and a journey between them. */
const DAY_OUT: TaskSchema = {
  slots: [
    ...['名称', '价格', '评分', '住宿类型', '客房设施', '附近温泉'].map((label) => slot(`民宿.${label}`)),
    ...['名称', '门票', '评分', '停留时间', '附近民宿'].map((label) => slot(`温泉.${label}`)),
    slot('班车.出发地'),
    slot('班车.目的地'),
  ],
};

type Said = string | readonly [said: string, answer: string];

/** What the turns of a dialogue leave, and what the last one changed. */
function dialogue(schema: TaskSchema, turns: readonly Said[], start: Readonly<Record<string, string>> = {}) {
  const state = new Map(Object.entries(start));
  let memory: DialogueMemory | undefined;
  let previousReply: string | undefined;
  let changed: string[] = [];
  for (const turn of turns) {
    const [text, answer] = typeof turn === 'string' ? [turn, undefined] : turn;
    const tracked = trackSlots(schema, state, {
      text,
      nowMs: Date.UTC(2026, 10, 30, 8),
      timeZone: 'Asia/Shanghai',
      ...(previousReply === undefined ? {} : { previousReply }),
      ...(memory === undefined ? {} : { memory }),
    });
    for (const { slot: name, value } of tracked.changes)
      if (value === null) state.delete(name);
      else state.set(name, value);
    changed = tracked.changes.map((change) => `${change.slot}=${String(change.value)} ${change.because}`);
    memory = JSON.parse(JSON.stringify(tracked.memory));
    previousReply = answer;
  }
  return { state: Object.fromEntries(state), changed };
}

describe('M4: what the user says', () => {
  it('takes the bare answer to the slot that the reply asked for', () => {
    const { state } = dialogue(REPAIR, [
      ['我要报修', '请问您的宽带账号是多少？'],
      ['GD20881234', '请问故障现象是什么？'],
      ['光猫一直闪红灯', '什么时间方便上门？'],
      ['明天下午三点', '联系电话是多少？'],
      ['13812345678', '联系人怎么称呼？'],
      '张伟',
    ]);
    expect(state).toEqual({
      '宽带报修.宽带账号': 'GD20881234',
      '宽带报修.故障现象': '光猫一直闪红灯',
      '宽带报修.上门时间': '2026-12-01T15:00',
      '宽带报修.联系电话': '13812345678',
      '宽带报修.联系人': '张伟',
    });
  });

  it('reads several slots from one sentence, each by its label, its unit, its verb or its closed set', () => {
    expect(dialogue(PARTS, ['我要订3个滤芯，型号是AX-200，黑色的，预算不超过800元']).state).toEqual({
      '备件.数量': '3个',
      '备件.备件': '滤芯',
      '备件.型号': 'AX-200',
      '备件.颜色': '黑色',
      '备件.预算': '800元以下',
    });
  });

  it('gives a label that several services share to the one that is spoken of', () => {
    expect(
      dialogue(DAY_OUT, ['想找一家评分4.5分以上、价格200-300元的民宿', '再找一个评分4分以上的温泉']).state,
    ).toEqual({ '民宿.评分': '4.5分以上', '民宿.价格': '200-300元', '温泉.评分': '4分以上' });
  });

  it('lists what is wished for', () => {
    expect(dialogue(DAY_OUT, ['找一家有浴缸和投影仪的民宿']).state).toEqual({ '民宿.客房设施': '浴缸 投影仪' });
  });

  it.each([
    ['a question', '型号是什么？'],
    ['a courtesy', '好的，谢谢'],
    ['what somebody else had before', '我朋友上次订了5个黑色的'],
    ['no value of the closed set', '要紫色的'],
  ])('is nothing for the slots when it is %s', (_kind, text) => {
    expect(dialogue(PARTS, [text]).changed).toEqual([]);
  });
});

describe('M4: a changed mind overwrites', () => {
  it.each([
    ['联系人不是张伟，是李娜', '宽带报修.联系人=李娜 corrected'],
    ['电话写错了，应该是13912345678', '宽带报修.联系电话=13912345678 corrected'],
    ['上门时间改成周六上午九点', '宽带报修.上门时间=2026-12-05T09:00 corrected'],
  ])('%s', (text, change) => {
    const held = {
      '宽带报修.联系人': '张伟',
      '宽带报修.联系电话': '13812345678',
      '宽带报修.上门时间': '2026-12-01T15:00',
    };
    expect(dialogue(REPAIR, [text], held).changed).toEqual([change]);
  });

  it('keeps what is said last when a sentence puts itself right', () => {
    expect(dialogue(COURSE, ['课时费200元，不对，250元以内']).state).toEqual({ '课程.课时费': '250元以下' });
  });

  it('puts right, without a label, the slot that the last turn filled', () => {
    expect(dialogue(REPAIR, ['联系人是张伟', '不对，应该是李娜']).state).toEqual({ '宽带报修.联系人': '李娜' });
  });

  it.each([
    ['课时费不限', { '课程.课时费': '200元' }],
    ['不要线上', { '课程.授课方式': '线上' }],
  ])('empties the slot at “%s”', (text, held) => {
    expect(dialogue(COURSE, [text], held).state).toEqual({});
  });

  it('leaves nothing of the earlier wishes when another thing is looked for', () => {
    const { state } = dialogue(DAY_OUT, [
      ['找一家评分4.5分以上的民宿', '为您推荐云栖小筑。'],
      ['好的，就去云栖小筑吧', '好的。'],
      '再帮我找一家价格100-200元的民宿',
    ]);
    expect(state).toEqual({ '民宿.价格': '100-200元' });
  });
});

describe('M4: what the user accepts', () => {
  const wish = '帮我找一家价格100-200元的民宿';

  it('widens a bound just so far that it takes in the offer that the user goes on with', () => {
    const offer = '抱歉，没有这个价位的，为您推荐云栖小筑，价格是267元，您看可以吗？';
    const { changed } = dialogue(DAY_OUT, [[wish, offer], '可以，电话是多少？']);
    expect(changed).toEqual(['民宿.名称=云栖小筑 accepted', '民宿.价格=100-300元 accepted']);
  });

  it('keeps the bound when the user turns the offer down', () => {
    const offer = '抱歉，没有这个价位的，为您推荐云栖小筑，价格是267元，您看可以吗？';
    expect(dialogue(DAY_OUT, [[wish, offer], '太贵了，换一家']).state).toEqual({ '民宿.价格': '100-200元' });
  });

  it('keeps the bound when the reply only says what there is none of', () => {
    expect(dialogue(DAY_OUT, [[wish, '没有价格是300-400元的民宿。'], '好的']).state).toEqual({
      '民宿.价格': '100-200元',
    });
  });

  it('lets what is said in the same turn win over what is accepted', () => {
    const { state } = dialogue(DAY_OUT, [[wish, '推荐云栖小筑，价格是267元。'], '那价格放到200-400元吧']);
    expect(state['民宿.价格']).toBe('200-400元');
  });

  it('takes the only thing offered at “就这个吧”, and of several the one that is named', () => {
    expect(dialogue(DAY_OUT, [[wish, '为您推荐云栖小筑。'], '那就这个吧']).state['民宿.名称']).toBe('云栖小筑');
    const several = dialogue(DAY_OUT, [[wish, '为您推荐云栖小筑和半山居。'], '就去半山居吧']);
    expect(several.state['民宿.名称']).toBe('半山居');
    const unsaid = dialogue(DAY_OUT, [[wish, '为您推荐云栖小筑和半山居。'], '那就这个吧']);
    expect(unsaid.state).not.toHaveProperty('民宿.名称');
  });

  it('M4: takes the thing that is asked about by name where nothing else of its sort was wished for, the one before giving way', () => {
    const nearby: Said = ['泉里温泉附近有什么民宿？', '附近的民宿有云上小院、溪边人家。'];
    const asked = dialogue(DAY_OUT, [nearby, ['云上小院的地址在哪？', '在山脚。'], '那溪边人家的价格是多少？']);
    expect(asked.state['民宿.名称']).toBe('溪边人家');
    const wished = dialogue(DAY_OUT, [['找个100-200元的民宿', '推荐云上小院、溪边人家。'], '溪边人家的电话是多少？']);
    expect(wished.state['民宿.名称']).toBeUndefined();
    const around = dialogue(DAY_OUT, [nearby, '云上小院的附近有什么？']);
    expect(around.state['民宿.名称']).toBeUndefined();
  });

  it('M4: reads a wished-for score as the least that will do, but for the top of the scale', () => {
    expect(dialogue(DAY_OUT, ['找个评分4分的民宿']).state['民宿.评分']).toBe('4分以上');
    expect(dialogue(DAY_OUT, ['找个评分5分的民宿']).state['民宿.评分']).toBe('5分');
    expect(dialogue(DAY_OUT, ['评分在4.5以上的民宿']).state['民宿.评分']).toBe('4.5分以上');
  });

  it('M4: takes a name to the end of its branch, whatever word stands in it', () => {
    const told = dialogue(DAY_OUT, [['推荐个民宿', '推荐您去小吃街民宿（东门店）住。'], '就这个吧']);
    expect(told.state['民宿.名称']).toBe('小吃街民宿（东门店）');
  });

  it('takes a value that is offered by itself', () => {
    const { changed } = dialogue(REPAIR, [['上门时间明天下午三点', '明天下午满了，后天上午十点可以吗？'], '可以']);
    expect(changed).toEqual(['宽带报修.上门时间=2026-12-02T10:00 accepted']);
    expect(dialogue(PARTS, [['黑色的', '黑色缺货了，银灰色可以吗？'], '行']).state['备件.颜色']).toBe('银灰色');
    expect(dialogue(PARTS, [['黑色的', '黑色缺货了，银灰色可以吗？'], '不行']).state['备件.颜色']).toBe('黑色');
  });

  it('takes out of a list what the reply says is missing', () => {
    const { state } = dialogue(DAY_OUT, [
      ['找一家提供接站和早餐的民宿', '推荐云栖小筑，提供早餐，但是没有接站。'],
      '好的，电话是多少？',
    ]);
    expect(state['民宿.客房设施']).toBe('早餐');
  });
});

describe('M4: what the user refers to', () => {
  const before: readonly Said[] = [
    ['找一家价格100-200元的民宿', '为您推荐云栖小筑。'],
    ['就去云栖小筑吧', '好的。'],
    ['再找一个评分4分以上的温泉', '为您推荐碧水汤泉。'],
  ];

  it('fills both ends of a journey with names, and with what “民宿” and “那个温泉” mean', () => {
    const named = dialogue(DAY_OUT, [...before, '我想从云栖小筑坐班车到碧水汤泉']);
    expect(named.changed).toEqual(['班车.出发地=云栖小筑 said', '班车.目的地=碧水汤泉 said']);
    const meant = dialogue(DAY_OUT, [...before, '我想从民宿坐班车到那个温泉']);
    expect(meant.changed).toEqual(['班车.出发地=云栖小筑 refers', '班车.目的地=碧水汤泉 refers']);
  });

  it('binds a search to the place beside which it shall be', () => {
    const { state } = dialogue(DAY_OUT, [...before.slice(0, 2), '在云栖小筑附近找一个评分4分以上的温泉']);
    expect(state).toMatchObject({ '温泉.评分': '4分以上', '温泉.附近民宿': '云栖小筑' });
  });
});

describe('M4: invariants', () => {
  it('changes the same on the same state, and nothing but slots of the schema', () => {
    const turn = { text: '评分4分以上的民宿', nowMs: 0, timeZone: 'Asia/Shanghai' };
    const once = trackSlots(DAY_OUT, new Map(), turn);
    expect(trackSlots(DAY_OUT, new Map(), turn)).toEqual(once);
    expect(once.changes.map((change) => change.slot)).toEqual(['民宿.评分']);
  });

  it('takes a label that looks like a pattern literally', () => {
    const schema = { slots: [slot('订单.备注', { labels: ['备注*', '留言(选填)'] })] };
    expect(dialogue(schema, ['备注*是轻拿轻放']).state).toEqual({ '订单.备注': '轻拿轻放' });
    expect(dialogue(schema, ['留言是轻拿轻放']).state).toEqual({ '订单.备注': '轻拿轻放' });
  });

  it.each(['免费', '民宿5分', '从到', '价格', '推荐A和B、', '有X和', '锦江(店)', '，'])(
    'reads 16 kB of “%s” without choking',
    (piece) =>
      growsLinearly(
        piece,
        (n) => {
          const text = piece.repeat(n / piece.length);
          dialogue(DAY_OUT, [[text, text], '可以'], { '民宿.价格': '100-200元' });
        },
        4_000,
      ),
  );
});
