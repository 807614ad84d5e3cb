import fc from 'fast-check';
import type { OpenCandidate } from '../candidates/candidate';
import type { GateMode } from '../candidates/gate-policy';
import { findAnchors } from '../anchors/find-anchors';
import { readActs } from '../utterance/read-acts';
import { lightUpdate, type LightUpdate } from './light-update';
import { EMPTY_SESSION, foldUpdates, type SessionUpdate } from './session-state';

/** Monday 2024-05-20, 10:00 in Shanghai. */
const said = { nowMs: Date.UTC(2024, 4, 20, 2), timeZone: 'Asia/Shanghai' };

/** A session played turn by turn; what was asked is answered in the turn after it, candidates live as a commit would leave them. */
class Conversation {
  readonly history: SessionUpdate[] = [];
  readonly profile: Map<string, string>;
  candidates: OpenCandidate[] = [];
  private turn = 0;
  private asked: string | undefined;

  constructor(
    profile: Record<string, string> = {},
    private readonly mode: GateMode = 'confirm',
  ) {
    this.profile = new Map(Object.entries(profile));
  }

  say(text: string, constraints: Record<string, string> = {}): LightUpdate {
    this.turn++;
    const anchors = findAnchors(text, said);
    const result = lightUpdate({
      commandId: `command-${this.turn}`,
      turnId: `turn-${this.turn}`,
      previousTurnId: `turn-${this.turn - 1}`,
      ...said,
      acts: readActs(text, anchors),
      anchors,
      session: foldUpdates(this.history),
      history: this.history,
      profile: this.profile,
      candidates: this.candidates,
      mode: this.mode,
      ...(this.asked === undefined ? {} : { askedCandidateId: this.asked }),
      constraints: new Map(Object.entries(constraints)),
    });
    for (const update of result.updates)
      this.history.push({ ...update, n: this.history.length + 1, turnId: `turn-${this.turn}` });
    for (const intent of result.intents) {
      if (intent.type === 'declare')
        this.candidates.push({
          id: intent.candidateId,
          key: intent.key,
          value: intent.value,
          status: 'candidate',
          observedAtMs: said.nowMs,
        });
      if (intent.type === 'asked')
        this.candidates = this.candidates.map((c) => (c.id === intent.candidateId ? { ...c, status: 'asked' } : c));
      if (intent.type === 'confirm' || intent.type === 'correct' || intent.type === 'store')
        this.profile.set(intent.key, intent.value);
      if (intent.type === 'confirm' || intent.type === 'refuse')
        this.candidates = this.candidates.filter((c) => c.id !== intent.candidateId);
      if (intent.type === 'expire') this.profile.delete(intent.key);
      if (intent.type === 'withdraw' || intent.type === 'expire')
        this.candidates = this.candidates.filter((c) => c.key !== intent.key);
    }
    this.asked = result.ask?.candidate_id;
    return result;
  }
}

const play = (...texts: string[]): LightUpdate => {
  const conversation = new Conversation();
  return texts.map((text) => conversation.say(text)).at(-1)!;
};
const facts = (result: LightUpdate) => Object.fromEntries(result.session.facts);
const state = (result: LightUpdate) => Object.fromEntries(result.session.state);

describe('lightUpdate', () => {
  it('M4: a changed mind overwrites the slot set last and nothing of the old value leaks', () => {
    for (const result of [
      play('查北京天气… 算了改成上海'),
      play('查北京天气', '算了改成上海'),
      play('weather in Beijing please', 'make it Shanghai instead'),
    ]) {
      expect(state(result)['city']).toMatch(/上海|Shanghai/);
      expect(JSON.stringify([result.changes, result.anchors, [...result.session.state], result.intents])).not.toMatch(
        /北京|Beijing/,
      );
    }
  });

  it('M11: a period that is mentioned fills no day, and leaves the day said after it to', () => {
    expect(state(play('上个月买的，明天退'))['date']).toBe('2024-05-21');
    expect(state(play('I bought it last month'))['date']).toBeUndefined();
  });

  it('M4: an undo takes back the last update as a whole, and a second one the update before it', () => {
    const conversation = new Conversation();
    conversation.say('我的订单号是A1001');
    conversation.say('我叫王莉，我的邮箱是ana@example.com');
    const undone = conversation.say('撤回上步');
    expect([facts(undone), state(undone)]).toEqual([{}, { order_number: 'A1001' }]);
    expect(undone.changes).toEqual([
      { op: 'undone', key: 'name' },
      { op: 'undone', key: 'email' },
    ]);
    expect(state(conversation.say('undo'))).toEqual({});
    expect(conversation.say('undo').changes).toEqual([{ op: 'nothing_to_undo', key: '' }]);
  });

  it('M4: an undo of a changed mind brings the former value back', () => {
    const undone = play('查北京天气', '算了改成上海', '撤回上步');
    expect([state(undone), undone.changes]).toEqual([{ city: '北京' }, [{ op: 'undone', key: 'city', value: '北京' }]]);
  });

  it('M14: a correction counts in its own turn, with the name of the attribute, by the denied value, or by recency', () => {
    expect(facts(play('我的暗号是蓝鲸-4471', '不对，是蓝鲸-4472'))).toEqual({ 暗号: '蓝鲸-4472' });
    expect(facts(play('我的暗号是蓝鲸-4471', '帮我找酒店', '不是蓝鲸-4471，是白鲸-1'))).toEqual({ 暗号: '白鲸-1' });
    expect(facts(play('我住在徐汇区', '不对，我住的是静安区不是徐汇区。'))).toEqual({ location: '静安区' });
    expect(state(play('我的订单号是A1001', '帮我找酒店', '不对，应该是A1002'))).toEqual({ order_number: 'A1002' });
    expect(state(play('查订单A1001，不对，是A1002'))).toEqual({ order_number: 'A1002' });
    expect(play('查订单A1001，不对，是A1002').anchors.map(({ value }) => value)).toEqual(['A1002']);
  });

  it('M14: a correction without a target changes nothing: a stale one never hits an old fact', () => {
    const result = play('我的暗号是蓝鲸-4471', '帮我找酒店', '应该是第三家吧', '换成红色的', '改成上海');
    expect(facts(result)).toEqual({ 暗号: '蓝鲸-4471' });
    expect(facts(play('我的邮箱是ana@example.com', '不对，是红色的'))).toEqual({ email: 'ana@example.com' });
    for (const text of [
      "No, that's all. Thanks.",
      'No, it is for two',
      'I am not hungry today. I want to eat out instead.',
    ])
      expect(facts(play('My code word is amber fox', text))).toEqual({ 'code word': 'amber fox' });
    const task = play('Please change my pickup location to Denver');
    expect([facts(task), state(task), task.ask]).toEqual([{}, { 'pickup location': 'Denver' }, undefined]);
  });

  it("M14: what is said of somebody of the user is never the user's own, and only the one it speaks of is corrected", () => {
    expect(facts(play('我的电话是13900001111', '我妈妈的电话是13900002222'))).toEqual({
      phone: '13900001111',
      'mother/phone': '13900002222',
    });
    expect(facts(play('爸爸电话13900001111，妈妈电话13900002222', '爸爸的换号了，13900003333'))).toEqual({
      'father/phone': '13900003333',
      'mother/phone': '13900002222',
    });
    expect(facts(play('我妈妈生日是5月3日。', '说错了，是5月13日。'))).toEqual({ 'mother/birthday': '5月13日' });
    expect(facts(play('my daughter is 5', 'not 5 but 6'))).toEqual({ 'daughter/age': '6' });
  });

  it('M14: a statement of change supersedes; one for a while, in jest or in doubt does not', () => {
    expect(facts(play('我在上海工作。', '我上个月调到西安工作了。'))).toEqual({ work_location: '西安' });
    expect(facts(play('I drive a Golf.', 'We swapped it for a Volvo.'))).toEqual({ car: 'Volvo' });
    expect(facts(play('地址是学院路5号。', '换成长江路8号。', '还是用原来的学院路5号。'))).toEqual({
      location: '学院路5号',
    });
    expect(facts(play('我住杭州。', '我这周住在朋友家。'))).toEqual({ location: '杭州' });
    expect(facts(play('My name is Ana.', 'My name is Batman, just kidding'))).toEqual({ name: 'Ana' });
    const doubted = play('我的生日是5月3日', '我的生日好像是5月13日');
    expect(facts(doubted)).toEqual({ birthday: '5月3日' });
    expect(doubted.intents).toContainEqual(
      expect.objectContaining({ type: 'declare', key: 'birthday', value: '5月13日' }),
    );
  });

  it('M14: a doubt about what was said last is asked, and a pronoun speaks of whoever was spoken of last', () => {
    const doubted = play('我的生日是5月3日。', '好像是5月13日，我记不清了。');
    expect(facts(doubted)).toEqual({ birthday: '5月3日' });
    expect(doubted.intents).toContainEqual(
      expect.objectContaining({ type: 'declare', key: 'birthday', value: '5月13日' }),
    );
    expect(facts(play('My dog is called Sam.', 'Actually his name is Tom.'))).toEqual({ 'dog/name': 'Tom' });
    expect(facts(play('My name is Ana.', 'Actually his name is Tom.'))).toEqual({ name: 'Ana' });
  });

  it('M14: an end removes the fact, from the profile too, and an undo brings it back', () => {
    expect(facts(play('我的备用号码是13900001111。', '备用号码注销了，别再留着。'))).toEqual({});
    expect(facts(play('我吃素', '我不再吃素了'))).toEqual({});
    expect(facts(play('我不吃辣', '我不吃香菜了'))).toEqual({ diet: '不吃辣', 'diet/2': '不吃香菜' });
    const conversation = new Conversation({ company: 'Acme' });
    expect(conversation.say('I no longer work there').intents).toEqual([{ type: 'expire', key: 'company' }]);
    expect(conversation.say('undo').intents).toContainEqual({ type: 'correct', key: 'company', value: 'Acme' });
  });

  it('M14: of two people of one name memory asks which is meant, and changes neither', () => {
    const asked = play('我同事张伟的电话是13900001111。', '我表弟也叫张伟。', '把张伟的电话改成13900002222。');
    expect(facts(asked)['张伟/phone']).toBe('13900001111');
    expect(asked.intents).toContainEqual(expect.objectContaining({ type: 'declare', value: '13900002222' }));
    expect(facts(play('我同事张伟的电话是13900001111。', '把张伟的电话改成13900002222。'))['张伟/phone']).toBe(
      '13900002222',
    );
  });

  it('M12: a declared attribute is usable at once, asked for in the same turn, and confirmed by the answer alone', () => {
    const conversation = new Conversation();
    const declared = conversation.say('我的邮箱是ana@example.com');
    expect(facts(declared)).toEqual({ email: 'ana@example.com' });
    expect(declared.ask).toMatchObject({ key: 'email', value: 'ana@example.com' });
    const confirmed = conversation.say('对的');
    expect(confirmed.changes).toEqual([{ op: 'confirmed', key: 'email', value: 'ana@example.com' }]);
    expect(confirmed.intents).toContainEqual({
      type: 'confirm',
      candidateId: declared.ask!.candidate_id,
      key: 'email',
      value: 'ana@example.com',
    });
    expect(confirmed.ask).toBeUndefined();
  });

  it('M12: what is no answer leaves the candidate asked; a later yes confirms nothing', () => {
    const conversation = new Conversation();
    conversation.say('我的暗号是蓝鲸-4471');
    const other = conversation.say('好的，那城南书店附近有哪几家旅馆呢？');
    expect([other.intents.map(({ type }) => type), other.ask]).toEqual([['asked'], undefined]);
    expect(conversation.say('好的').intents).toEqual([]);
  });

  it('M12: a no takes the value out of the session; a no with the right value asks again for that one', () => {
    const conversation = new Conversation();
    conversation.say('我的邮箱是ana@example.com');
    const refused = conversation.say('不对');
    expect([facts(refused), refused.changes]).toEqual([{}, [{ op: 'refused', key: 'email' }]]);
    const again = new Conversation();
    again.say('我的邮箱是ana@example.com');
    const corrected = again.say('不对，是anna@example.com');
    expect(facts(corrected)).toEqual({ email: 'anna@example.com' });
    expect(corrected.ask).toMatchObject({ key: 'email', value: 'anna@example.com' });
    expect(corrected.intents.map(({ type }) => type)).toEqual(['asked', 'refuse', 'declare']);
  });

  it('M12: correcting a confirmed value is itself a confirmation, and its undo brings the confirmed value back', () => {
    const conversation = new Conversation({ email: 'ana@example.com' });
    const corrected = conversation.say('把我的邮箱改成anna@example.com');
    expect(corrected.intents).toEqual([{ type: 'correct', key: 'email', value: 'anna@example.com' }]);
    expect([corrected.ask, corrected.changes]).toEqual([
      undefined,
      [{ op: 'replaced', key: 'email', value: 'anna@example.com' }],
    ]);
    expect(conversation.say('撤回上步').intents).toEqual([
      { type: 'withdraw', key: 'email' },
      { type: 'correct', key: 'email', value: 'ana@example.com' },
    ]);
  });

  it('M12: where memory learns by itself nobody is asked; an undo ends what was learned, or brings back what it took the place of', () => {
    const conversation = new Conversation({}, 'learn');
    const learned = conversation.say('我住在上海浦东新区');
    expect(learned.intents).toEqual([expect.objectContaining({ type: 'store', origin: 'learned' })]);
    expect(learned.ask).toBeUndefined();
    const [{ key } = { key: '' }] = learned.changes;
    expect(conversation.say('撤回上步').intents).toEqual([{ type: 'expire', key }]);
    conversation.say('我住在上海浦东新区');
    const before = conversation.profile.get(key);
    expect(conversation.say('我住在杭州西湖区').intents).toEqual([expect.objectContaining({ type: 'store', key })]);
    expect(conversation.say('撤回上步').intents).toEqual([
      { type: 'withdraw', key },
      { type: 'correct', key, value: before },
    ]);
  });

  it('M12: of two attributes in one turn the second is asked for in the next', () => {
    const conversation = new Conversation();
    expect(conversation.say('我叫王莉，我住在浦东新区').ask).toMatchObject({ key: 'name' });
    expect(conversation.say('对').ask).toMatchObject({ key: 'location' });
  });

  it('M12: secrets and the slots of a task are never asked for', () => {
    for (const text of ['我的密码是hunter2', '我的订单号是A1001', '退款300元', 'my pin is 4471'])
      expect(play(text).ask).toBeUndefined();
  });

  it('keeps several values of one kind beside each other', () => {
    expect(facts(play('我对芒果过敏。', '另外对虾也过敏。', '我对芒果过敏'))).toEqual({
      allergy: '芒果',
      'allergy/2': '虾',
    });
  });

  it('takes what the system injects as constraints, which an undo leaves alone', () => {
    const conversation = new Conversation();
    conversation.say('我的订单号是A1001', { level: 'vip' });
    const undone = conversation.say('撤回上步', { level: 'vip' });
    expect([Object.fromEntries(undone.session.constraints), state(undone)]).toEqual([{ level: 'vip' }, {}]);
  });

  it('M25: a key such as __proto__ or constructor is a key like any other', () => {
    const conversation = new Conversation();
    const result = conversation.say('帮我找酒店', { ['__proto__']: 'x', constructor: 'y' });
    expect([...result.session.constraints]).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });
});

const UTTERANCES = [
  '我的暗号是蓝鲸-4471',
  '我的邮箱是ana@example.com',
  '不对，是白鲸',
  '查订单A1001',
  '算了改成A1002',
  '查北京天气',
  '改成上海',
  '撤回上步',
  'undo',
  '对的',
  '不对',
  '退款300元',
  '帮我找酒店',
  '我的暗号是什么？',
];

describe('properties of the session', () => {
  it('M4: the state is the fold of the rows, so a lost hash loses nothing; an incremental fold of set rows gives the same', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...UTTERANCES), { maxLength: 14 }), fc.nat(), (texts, cut) => {
        const conversation = new Conversation();
        const last = texts.map((text) => conversation.say(text)).at(-1);
        const { history } = conversation;
        expect(foldUpdates(history)).toEqual(last?.session ?? EMPTY_SESSION);
        const at = history.length === 0 ? 0 : cut % history.length;
        const tail = history.slice(at);
        if (tail.every(({ type }) => type === 'set'))
          expect(foldUpdates(tail, foldUpdates(history.slice(0, at)))).toEqual(foldUpdates(history));
      }),
    );
  });

  it('M4: an undo restores exactly what stood before the update that it takes back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...UTTERANCES.filter((text) => !/撤回|undo/.test(text))), {
          minLength: 1,
          maxLength: 10,
        }),
        (texts) => {
          const conversation = new Conversation();
          for (const text of texts) conversation.say(text);
          const lastRow = conversation.history.findLastIndex(({ type }) => type === 'set');
          if (lastRow < 0) return;
          const before = foldUpdates(conversation.history.slice(0, lastRow));
          const undone = conversation.say('撤回上步').session;
          expect([undone.facts, undone.state]).toEqual([before.facts, before.state]);
        },
      ),
    );
  });

  it('T3: the same input gives the same updates, candidate ids and changes', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...UTTERANCES), { maxLength: 8 }), (texts) => {
        const [one, two] = [new Conversation(), new Conversation()];
        expect(texts.map((text) => one.say(text))).toEqual(texts.map((text) => two.say(text)));
      }),
    );
  });
});
