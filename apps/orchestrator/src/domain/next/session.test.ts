import { canonicalUserId, checkOutgoing, MAX_MESSAGE_BYTES, memoryAssemble, memoryCommit } from '@plinth/contracts';
import type { Json } from '@plinth/kernel';
import fc from 'fast-check';
import { flowFrom, REFUND_YAML } from '../flow/refund-flow.stage';
import type { Knowledge } from '../planner/plan-turn';
import { decide, type Command } from './decide';
import { evolve, fold } from '../session/evolve';
import {
  answerTo,
  BUDGETS,
  KEY,
  KNOWLEDGE,
  replyEvent,
  requested,
  type Mood,
  type ScriptedReply,
} from './scripted-mesh.stage';
import { emptySession, type Session } from '../session/session';
import { isFinal, type NewEvent, type SessionEvent } from '../session/session-event';
import { settle } from './settle';
import { overdue, timerFired, wakeAt } from './timers';

/** A session driven by hand: every command is answered at once, in the mood asked for. */
class Driver {
  session: Session = emptySession(KEY);
  journal: SessionEvent[] = [];
  commands: Command[] = [];
  now = 1_000_000;
  turns = 0;

  constructor(private readonly knowledge: Knowledge = KNOWLEDGE) {}

  happen(...events: NewEvent[]): void {
    const settled = settle(this.session, events, this.knowledge, this.now);
    this.session = settled.session;
    this.journal.push(...settled.events);
    for (const command of decide(this.session, BUDGETS))
      if (!this.commands.some(({ id }) => id === command.id)) this.commands.push(command);
  }

  request(text: string): string {
    const event = requested(text, (this.turns += 1), this.now);
    this.happen(event);
    return event.turn!;
  }

  awaited(): Command | undefined {
    return decide(this.session, BUDGETS)[0];
  }

  answer(mood: Mood = 'well'): void {
    const command = this.awaited()!;
    this.now += 10;
    this.happen(replyEvent(command, answerTo(command, mood), this.now));
  }

  /** Answers until nothing is awaited. */
  run(moods: Partial<Record<string, Mood>> = {}): void {
    for (let command = this.awaited(); command; command = this.awaited())
      this.answer(moods[command.definition.type] ?? 'well');
  }

  say(text: string, moods: Partial<Record<string, Mood>> = {}) {
    const turn = this.request(text);
    this.run(moods);
    return this.final(turn);
  }

  final(turn: string) {
    const event = this.journal.find((entry) => entry.turn === turn && isFinal(entry));
    if (!event || !isFinal(event)) throw new Error('the turn has not ended');
    return { ...event.data.record, reply: event.texts?.reply ?? '', slots: event.texts?.slots ?? {} };
  }

  types(turn: string): string[] {
    return this.journal.filter((event) => event.turn === turn).map(({ type }) => type.replace('.v1', ''));
  }
}

describe('a turn', () => {
  it('runs assemble, flow, commit, reflection, output, in this order, with eight messages for one skill', () => {
    const driver = new Driver();
    const turn = driver.request('我要退款 A1001');
    driver.run();
    expect(driver.types(turn)).toEqual([
      'turn.requested',
      'turn.started',
      'memory.assembled',
      'flow.started',
      'skill.succeeded',
      'flow.moved',
      'draft.composed',
      'memory.committed',
      'verdict.reached',
      'turn.completed',
    ]);
    expect(driver.final(turn)).toMatchObject({
      status: 'completed',
      reply: '订单 A1001 可退 199 元，确认退款吗？',
      usage: { messages: 8 },
      reflection: { outcome: 'passed', rounds: 1 },
    });
  });

  it('resumes the waiting flow in the next turn, calls the effect once and says the template filled with slots', () => {
    const driver = new Driver();
    driver.say('退款 A1001');
    const done = driver.say('是的');
    expect(done).toMatchObject({
      reply: '已为您申请退款 199 元，预计3个工作日到账。',
      slots: { refund_time: '3个工作日', refund_process_amount: '199' },
    });
    expect(driver.commands.filter(({ data }) => data['skill'] === 'refund_process')).toHaveLength(1);
    expect(driver.session.flow).toBeUndefined();
  });

  it('asks for a missing slot in a turn of its own and goes on with its answer', () => {
    const driver = new Driver();
    expect(driver.say('我要退款').reply).toBe('请提供订单号。');
    expect(driver.say('A7').reply).toContain('订单 A7 可退');
  });

  it('T3: gives each of several skills in one turn, and each round of a loop, an id of its own', () => {
    const yaml = `
name: pair
triggers: { any: [两步] }
start: one
fallback: end
states:
  one: { skill: first_step, on: [{ to: two }] }
  two: { skill: second_step, on: [{ when: { data.amount: 199 }, to: end }, { to: one }] }
  end: { reply: { zh: '{{data.one.amount}} {{data.two.amount}}', en: x } }`;
    const pair = flowFrom(yaml);
    const driver = new Driver({ ...KNOWLEDGE, flows: [pair], flowByHash: () => pair });
    expect(driver.say('两步')).toMatchObject({ reply: '199 199', usage: { messages: 10 } });
    const skills = driver.commands.filter(({ definition }) => definition.type === 'skill.invoke.v1');
    expect(skills.map(({ data }) => data['skill'])).toEqual(['first_step', 'second_step']);
    const loop = flowFrom(yaml.replace('data.amount: 199', 'data.amount: 0'));
    const endless = new Driver({ ...KNOWLEDGE, flows: [loop], flowByHash: () => loop });
    expect(endless.say('两步')).toMatchObject({ status: 'failed', code: 'flow_loop' });
  });

  it('leaves a waiting flow for another one that the next turn triggers', () => {
    const driver = new Driver();
    driver.say('退款 A1001');
    expect(driver.say('你们的政策呢').reply).toBe('七天无理由退货。');
    expect(driver.session.flow).toBeUndefined();
  });

  it('sends only commands that pass their contracts', () => {
    const driver = new Driver({ ...KNOWLEDGE, hasModel: true });
    for (const text of ['退款 A1001', '是', '随便聊聊', '再见'])
      driver.say(text, { 'reflection.check.v1': 'corrected' });
    driver.happen({
      id: 'end',
      type: 'session.end_requested.v1',
      at: driver.now,
      source: 'orchestrator',
      data: {},
      texts: null,
    });
    driver.run();
    for (const { definition, data } of driver.commands) checkOutgoing(definition, data);
    expect(new Set(driver.commands.map(({ definition }) => definition.type)).size).toBe(6);
  });

  it('O10: answers without a model, and with one asks it only where no flow and no memory decides', () => {
    expect(new Driver().say('今天天气').reply).toContain('抱歉');
    const withModel = new Driver({ ...KNOWLEDGE, hasModel: true });
    expect(withModel.say('今天天气')).toMatchObject({
      reply: '模型的回答',
      usage: { model_calls: 1, input_tokens: 10, output_tokens: 5 },
    });
    expect(withModel.say('退款政策')).toMatchObject({ usage: { model_calls: 0 } });
    expect(withModel.say('今天天气', { 'model.answer.v1': 'parked' })).toMatchObject({
      status: 'completed',
      notices: [{ code: 'model_unavailable' }],
    });
  });
});

describe('failures', () => {
  it('S6: tries a retryable failure again under the next visit, at most max_retries times, then hands off', () => {
    const driver = new Driver();
    driver.say('退款 A1001');
    expect(driver.say('是', { 'skill.invoke.v1': 'retryable' })).toMatchObject({
      status: 'completed',
      reply: '已为您转接人工客服。',
    });
    const ids = driver.commands.filter(({ data }) => data['skill'] === 'refund_process').map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });

  it('T3: never repeats an unknown outcome: memory is told, and the turn ends failed with a notice', () => {
    const driver = new Driver();
    driver.say('退款 A1001');
    const turn = driver.request('是');
    driver.run({ 'skill.invoke.v1': 'unknown' });
    expect(driver.final(turn)).toMatchObject({
      status: 'failed',
      code: 'outcome_unknown',
      notices: [{ code: 'outcome_unknown' }],
    });
    expect(driver.types(turn)).toEqual(expect.arrayContaining(['turn.stopping', 'memory.committed']));
    expect(driver.commands.filter(({ data }) => data['skill'] === 'refund_process')).toHaveLength(1);
  });

  it('X2: a parked command ends its turn failed with a notice, and the next turn of the session is answered', () => {
    for (const type of ['memory.assemble.v1', 'memory.commit.v1']) {
      const driver = new Driver();
      const first = driver.request('你好');
      const second = driver.request('你好');
      driver.run({ [type]: 'well' });
      const bad = new Driver();
      bad.request('你好');
      bad.request('你好');
      while (bad.awaited() && bad.awaited()!.definition.type !== type) bad.answer();
      bad.answer('parked');
      bad.run();
      expect(bad.final(first)).toMatchObject({ status: 'failed', code: 'parked', notices: [{ code: 'turn_failed' }] });
      expect(bad.final(second)).toMatchObject({ status: 'completed' });
      expect(driver.final(second)).toMatchObject({ status: 'completed' });
    }
  });

  it('goes on without memory when assembling expired or took too long, and says so', () => {
    expect(new Driver().say('你好', { 'memory.assemble.v1': 'expired' })).toMatchObject({
      status: 'completed',
      notices: [{ code: 'memory_unavailable' }],
    });
    const driver = new Driver();
    const turn = driver.request('你好');
    const late = driver.awaited()!;
    driver.now += BUDGETS.assembleMs;
    driver.happen(
      ...overdue(driver.session, BUDGETS, driver.now).map((timer) => timerFired(driver.session, timer, driver.now)),
    );
    driver.happen(replyEvent(late, answerTo(late), driver.now));
    driver.run();
    expect(driver.final(turn)).toMatchObject({ status: 'completed', notices: [{ code: 'memory_unavailable' }] });
  });

  it('X2: hands memory with the commit what an assembly that nobody answered would have told it', () => {
    const driver = new Driver();
    driver.say('你好', { 'memory.assemble.v1': 'expired' });
    driver.say('谢谢');
    const [missed, ...others] = driver.commands.filter(({ definition }) => definition === memoryAssemble);
    const commits = driver.commands.filter(({ definition }) => definition === memoryCommit);
    const { user, time_zone } = missed?.data ?? {};
    expect(commits.map(({ data }) => data['unassembled'])).toEqual([
      { user, time_zone },
      ...others.map(() => undefined),
    ]);
  });

  it('X2: keeps that within the bound of a message for the longest text that the edge takes', () => {
    const driver = new Driver();
    const turn = driver.request('\u0001'.repeat(30_000));
    driver.run({ 'memory.assemble.v1': 'expired' });
    expect(driver.final(turn).status).toBe('completed');
    for (const { data } of driver.commands) expect(JSON.stringify(data).length).toBeLessThan(MAX_MESSAGE_BYTES);
  });

  it('M27: tells memory which space the agent of a turn works in, as its attributes name it', () => {
    const spaceTold = (space: Json) => {
      const driver = new Driver();
      const event = requested('我要退款 A1001', 1, driver.now);
      driver.happen({ ...event, texts: { ...event.texts, attributes: { space } } } as NewEvent);
      driver.run();
      return [memoryAssemble, memoryCommit].map(
        (one) => driver.commands.find(({ definition }) => definition === one)!.data['space'],
      );
    };
    expect([spaceTold('travel'), spaceTold(7)]).toEqual([
      ['travel', 'travel'],
      [undefined, undefined],
    ]);
  });

  it('M20: names the user of a channel by the derived id alone, also while memory has not answered', () => {
    const driver = new Driver();
    const user = { channel: 'phone', external_id: '+8613800000000' };
    const event = requested('我要退款 A1001', 1, driver.now);
    driver.happen({ ...event, texts: { ...event.texts, user } } as NewEvent);
    driver.run({ 'memory.assemble.v1': 'expired' });
    const named = driver.commands.filter(({ definition }) => definition !== memoryAssemble).map(({ data }) => data);
    expect(named.map((data) => data['user_id'])).toEqual(named.map(() => canonicalUserId(KEY.tenant, user)));
    expect(named.length).toBeGreaterThan(1);
    const toOthers = named.map((data) => ({ ...data, unassembled: undefined }));
    expect(JSON.stringify(toOthers)).not.toContain('13800000000');
  });

  it('fails a turn whose reply is longer than a draft may be, and answers the next', () => {
    const driver = new Driver({ ...KNOWLEDGE, hasModel: false });
    const long = flowFrom(`
name: long
triggers: { any: [很长] }
start: say
slots: { text: { text: true } }
states: { say: { reply: { zh: '${'{{slots.text}}'.repeat(200)}', en: x } } }`);
    Object.assign(driver, { knowledge: { ...KNOWLEDGE, flows: [long], flowByHash: () => long } });
    expect(driver.say(`很长${'长'.repeat(1_000)}`)).toMatchObject({ status: 'failed', code: 'reply_too_long' });
    expect(driver.say('很长')).toMatchObject({ status: 'completed' });
  });

  it('ends a turn at its deadline, says that an effect in flight is not known, and ignores what comes later', () => {
    const driver = new Driver();
    driver.say('退款 A1001');
    const turn = driver.request('是');
    driver.answer();
    const skill = driver.awaited()!;
    driver.now += BUDGETS.turnMs;
    driver.happen(
      ...overdue(driver.session, BUDGETS, driver.now).map((timer) => timerFired(driver.session, timer, driver.now)),
    );
    expect(driver.final(turn)).toMatchObject({
      status: 'failed',
      code: 'deadline_exceeded',
      notices: [{ code: 'outcome_unknown' }, { code: 'deadline_exceeded' }],
    });
    expect(driver.final(turn).reply).not.toContain('再试');
    expect(driver.session.flow).toBeUndefined();
    const before = driver.session;
    driver.happen(replyEvent(skill, answerTo(skill), driver.now));
    expect({ ...driver.session, seq: before.seq }).toEqual(before);
  });
});

describe('a turn whose effects are done', () => {
  const twoEffects = flowFrom(`
name: two
triggers: { any: [两件事] }
start: first
fallback: done
states:
  first: { skill: refund_process, confirmed: true, arguments: { order_id: A1 }, on: [{ to: second }] }
  second: { skill: refund_process, confirmed: true, arguments: { order_id: A2 }, on: [{ to: done }] }
  done: { reply: { zh: 都办好了。, en: Done. } }`);
  const begun = () => {
    const driver = new Driver({ ...KNOWLEDGE, flows: [twoEffects], flowByHash: () => twoEffects });
    const turn = driver.request('两件事');
    driver.answer();
    driver.answer();
    return { driver, turn };
  };
  const timeOut = (driver: Driver, afterMs: number) => {
    driver.now += afterMs;
    const due = overdue(driver.session, BUDGETS, driver.now);
    driver.happen(...due.map((timer) => timerFired(driver.session, timer, driver.now)));
  };

  it('M12: tells memory at its deadline what is done, and the user not to try again', () => {
    const { driver, turn } = begun();
    timeOut(driver, BUDGETS.turnMs);
    const commit = driver.awaited();
    expect(commit).toMatchObject({
      definition: { type: 'memory.commit.v1' },
      data: { skill_results: [{ status: 'succeeded', skill: 'refund_process' }] },
    });
    driver.run();
    expect(driver.final(turn)).toMatchObject({
      status: 'failed',
      code: 'deadline_exceeded',
      notices: [{ code: 'outcome_unknown' }, { code: 'effect_done' }, { code: 'deadline_exceeded' }],
    });
    expect(driver.final(turn).reply).not.toContain('再试');
  });

  it('ends all the same when memory does not answer within ten seconds of the deadline', () => {
    const { driver, turn } = begun();
    timeOut(driver, BUDGETS.turnMs);
    timeOut(driver, 9_999);
    expect(driver.awaited()?.definition.type).toBe('memory.commit.v1');
    timeOut(driver, 1);
    expect(driver.final(turn)).toMatchObject({ status: 'failed', code: 'deadline_exceeded' });
  });

  it('says so too when the turn fails later, and when it is cancelled', () => {
    const failing = begun();
    failing.driver.run({ 'memory.commit.v1': 'parked' });
    expect(failing.driver.final(failing.turn)).toMatchObject({
      status: 'failed',
      code: 'parked',
      notices: [{ code: 'effect_done' }, { code: 'turn_failed' }],
    });
    const reading = new Driver();
    const turn = reading.request('退款 A1001');
    reading.run({ 'memory.commit.v1': 'parked' });
    expect(reading.final(turn).notices).toEqual([expect.objectContaining({ code: 'turn_failed' })]);
  });

  it('tells memory every receipt, however large the results are together', () => {
    const { driver } = begun();
    const skill = driver.awaited()!;
    const reply = answerTo(skill) as ScriptedReply<'skill.succeeded.v1'>;
    const large = { ...reply.data, result: { page: 'x'.repeat(70_000) }, receipt: { refund: 'R2' } };
    driver.happen(replyEvent(skill, { ...reply, data: large }, driver.now));
    const told = driver.awaited()!.data['skill_results'];
    expect(told).toEqual([
      expect.objectContaining({ result: expect.anything() }),
      expect.objectContaining({ receipt: { refund: 'R2' } }),
    ]);
    expect(JSON.stringify(told).length).toBeLessThan(64_000);
  });
});

describe('reflection', () => {
  it('R1: patches the draft by corrections, re-runs only the failed checks, in at most two rounds', () => {
    const driver = new Driver();
    expect(driver.say('退款政策', { 'reflection.check.v1': 'corrected' })).toMatchObject({
      reply: '七天无理由退货。（以银行到账为准）',
      reflection: { outcome: 'corrected', rounds: 2, corrections: 1 },
    });
    const checks = driver.commands.filter(({ definition }) => definition.type === 'reflection.check.v1');
    expect(checks.map(({ data }) => data['only_checks'])).toEqual([undefined, ['promise']]);
    expect(checks[1]?.data['policy_version']).toBe('p1');
  });

  it('R1: releases the patched draft after two rounds, however often more is found', () => {
    const driver = new Driver();
    expect(driver.say('退款政策', { 'reflection.check.v1': 'stubborn' })).toMatchObject({
      reply: '七天无理由退货。第0轮 第1轮',
      reflection: { outcome: 'corrected', rounds: 2, corrections: 2 },
    });
  });

  it('R5: a check that takes 500 ms is skipped, said so in the reply in the language of the turn, and never a pass', () => {
    const driver = new Driver();
    const turn = driver.request('退款政策');
    while (driver.awaited()!.definition.type !== 'reflection.check.v1') driver.answer();
    driver.now += BUDGETS.reflectionMs - 1;
    expect(overdue(driver.session, BUDGETS, driver.now)).toEqual([]);
    driver.now += 1;
    driver.happen(
      ...overdue(driver.session, BUDGETS, driver.now).map((timer) => timerFired(driver.session, timer, driver.now)),
    );
    expect(driver.final(turn)).toMatchObject({
      status: 'completed',
      reply: '七天无理由退货。\n本回复未经深度校验',
      reflection: { outcome: 'skipped', reflection_skipped: true, reason: 'timeout' },
    });
  });

  it('T5: a partial verdict and a failed check are skips with their reason, a block replaces the reply', () => {
    expect(new Driver().say('退款政策', { 'reflection.check.v1': 'partial' })).toMatchObject({
      reflection: { outcome: 'skipped', reason: 'partial' },
    });
    expect(new Driver().say('退款政策', { 'reflection.check.v1': 'parked' })).toMatchObject({
      reflection: { outcome: 'skipped', reason: 'parked' },
    });
    const blocked = new Driver().say('退款政策', { 'reflection.check.v1': 'blocked' });
    expect(blocked).toMatchObject({ reflection: { outcome: 'blocked' }, notices: [{ code: 'reply_blocked' }] });
    expect(blocked.reply).not.toContain('七天');
  });
});

describe('cancel and end', () => {
  const cancel = (turn: string): NewEvent => ({
    id: `c${turn}`,
    type: 'turn.cancel_requested.v1',
    turn: turn as never,
    at: 1,
    source: 'orchestrator',
    data: {},
    texts: null,
  });

  it('T7: cancels a queued turn at once and an active one before its next effect', () => {
    const driver = new Driver();
    const active = driver.request('退款 A1001');
    const queued = driver.request('退款 A1002');
    driver.happen(cancel(queued));
    expect(driver.final(queued)).toMatchObject({ status: 'cancelled' });
    driver.happen(cancel(active));
    expect(driver.final(active)).toMatchObject({ status: 'cancelled', notices: [{ code: 'turn_cancelled' }] });
    expect(driver.commands.map(({ definition }) => definition.type)).toEqual(['memory.assemble.v1']);
  });

  it('T7: waits for a skill in flight, tells memory what it did, and then stops', () => {
    const driver = new Driver();
    driver.say('退款 A1001');
    const turn = driver.request('是');
    driver.answer();
    driver.happen(cancel(turn));
    driver.run();
    expect(driver.types(turn).slice(-4)).toEqual([
      'skill.succeeded',
      'turn.stopping',
      'memory.committed',
      'turn.cancelled',
    ]);
  });

  it('ends a session after its turns are cancelled, tells memory, and starts nothing more', () => {
    const driver = new Driver();
    const active = driver.request('你好');
    const queued = driver.request('你好');
    driver.happen({
      id: 'end',
      type: 'session.end_requested.v1',
      at: 1,
      source: 'orchestrator',
      data: {},
      texts: null,
    });
    expect([driver.final(active).status, driver.final(queued).status]).toEqual(['cancelled', 'cancelled']);
    expect(driver.awaited()?.definition.type).toBe('memory.end.v1');
    driver.answer();
    expect(driver.session).toMatchObject({ status: 'ended' });
    expect(driver.awaited()).toBeUndefined();
  });

  it('folds a redacted journal to `erased` and an erased session to final events for whoever waits', () => {
    const driver = new Driver();
    driver.say('退款 A1001');
    const open = driver.request('是');
    driver.happen({
      id: 'erase',
      type: 'session.erased.v1',
      at: 1,
      source: 'orchestrator',
      data: { erasure: 'e1' },
      texts: null,
    });
    expect(driver.final(open)).toMatchObject({ status: 'cancelled', code: 'erased' });
    expect(driver.session).toMatchObject({ status: 'erased', queue: [], history: [] });
    expect(driver.session.active).toBeUndefined();
    const redacted = fold(
      emptySession(KEY),
      driver.journal.map((event) => ({ ...event, texts: null })),
    );
    expect(redacted).toMatchObject({ status: 'erased', seq: driver.session.seq });
    expect(JSON.stringify(redacted)).not.toMatch(/退款|A1001|u1/);
  });
});

type Action = {
  readonly do: 'say' | 'answer' | 'stale' | 'cancel' | 'timer';
  readonly pick: number;
  readonly mood: Mood;
};
const actions = fc.array(
  fc.record<Action>({
    do: fc.constantFrom('say', 'answer', 'answer', 'answer', 'answer', 'answer', 'stale', 'cancel', 'timer'),
    pick: fc.nat(9),
    mood: fc.constantFrom(
      'well',
      'well',
      'well',
      'well',
      'retryable',
      'failed',
      'unknown',
      'parked',
      'expired',
      'corrected',
      'blocked',
      'partial',
    ),
  }),
  { minLength: 5, maxLength: 60 },
);
const TEXTS = ['退款 A1001', '是的', '算了', '退款政策', '你好', 'refund', 'A7', '改成 B2', 'yes', '今天天气'];

function play(script: readonly Action[], hasModel = false): Driver {
  const driver = new Driver({ ...KNOWLEDGE, hasModel });
  const turns: string[] = [];
  for (const { do: act, pick, mood } of script) {
    driver.now += 5;
    if (act === 'say') turns.push(driver.request(TEXTS[pick] ?? ''));
    if (act === 'answer' && driver.awaited()) driver.answer(mood);
    const stale = driver.commands[pick % Math.max(1, driver.commands.length)];
    if (act === 'stale' && stale) driver.happen({ ...replyEvent(stale, answerTo(stale, mood), driver.now), ...{} });
    const turn = turns.at(-1 - (pick % 3));
    if (act === 'cancel' && turn)
      driver.happen({
        id: `c${driver.now}`,
        type: 'turn.cancel_requested.v1',
        turn: turn as never,
        at: driver.now,
        source: 'orchestrator',
        data: {},
        texts: null,
      });
    if (act === 'timer') {
      driver.now = wakeAt(driver.session, BUDGETS, 5_000) ?? driver.now;
      for (const timer of overdue(driver.session, BUDGETS, driver.now))
        driver.happen(timerFired(driver.session, timer, driver.now));
    }
  }
  driver.run();
  return driver;
}

describe('invariants', () => {
  it('T1: a fold of the journal, as JSON keeps it, is the session, however it is cut, and events applied again change nothing', () => {
    fc.assert(
      fc.property(actions, fc.nat(1_000), fc.boolean(), (script, cut, model) => {
        const driver = play(script, model);
        const journal = JSON.parse(JSON.stringify(driver.journal)) as SessionEvent[];
        const at = cut % (journal.length + 1);
        const half = fold(emptySession(KEY), journal.slice(0, at));
        const whole = fold(half, journal);
        expect(JSON.parse(JSON.stringify(whole))).toEqual(JSON.parse(JSON.stringify(driver.session)));
        expect(journal.every((event) => evolve(whole, event) === whole)).toBe(true);
        expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_event, index) => index + 1));
      }),
    );
  });

  it('T2: event ids are unique in a journal', () => {
    fc.assert(
      fc.property(actions, (script) => {
        const { journal } = play(script.filter((action) => action.do !== 'stale'));
        expect(new Set(journal.map(({ id }) => id)).size).toBe(journal.length);
      }),
    );
  });

  it('T3: deciding again gives the same ids, and no id ever means two different commands', () => {
    fc.assert(
      fc.property(actions, (script) => {
        const driver = play(script);
        const replayed = new Map<string, string>();
        let session = emptySession(KEY);
        for (const event of driver.journal) {
          session = evolve(session, event);
          for (const { id, definition, data } of [...decide(session, BUDGETS), ...decide(session, BUDGETS)]) {
            const content = JSON.stringify([definition.type, data]);
            expect(replayed.get(id) ?? content).toBe(content);
            replayed.set(id, content);
          }
        }
      }),
    );
  });

  it('T5: the commit precedes the check, and a completed turn has a verdict or says that it was skipped', () => {
    fc.assert(
      fc.property(actions, (script) => {
        const { journal } = play(script);
        for (const end of journal.filter(isFinal)) {
          const before = journal.slice(0, end.seq - 1).filter((event) => event.turn === end.turn);
          const types = before.map(({ type }) => type);
          if (end.type !== 'turn.completed.v1') continue;
          const { reflection, notices } = end.data.record;
          expect(types).toContain('memory.committed.v1');
          expect(reflection).toBeDefined();
          if (reflection?.outcome === 'skipped')
            expect(notices.map(({ code }) => code)).toContain('reflection_skipped');
          else expect(types.lastIndexOf('verdict.reached.v1')).toBeGreaterThan(types.indexOf('memory.committed.v1'));
        }
      }),
    );
  });

  it('T7: turns start in order of acceptance, one at a time, and every one of them ends', () => {
    fc.assert(
      fc.property(actions, (script) => {
        const driver = play(script);
        const order = (type: string) =>
          driver.journal.filter((event) => event.type === type).map((event) => event.turn);
        const accepted = order('turn.requested.v1');
        const started = order('turn.started.v1');
        expect(started).toEqual(accepted.filter((turn) => started.includes(turn)));
        let running: string | undefined;
        for (const event of driver.journal) {
          if (event.type === 'turn.started.v1') {
            expect(running).toBeUndefined();
            running = event.turn;
          } else if (isFinal(event) && event.turn === running) running = undefined;
        }
        expect(
          driver.journal
            .filter(isFinal)
            .map(({ turn }) => turn)
            .sort(),
        ).toEqual([...accepted].sort());
      }),
    );
  });

  it('T4: a running flow keeps the version that it began with, and a new one takes the new', () => {
    const newer = flowFrom(REFUND_YAML.replace('确认退款吗', '真的要退吗'));
    const before = new Driver();
    before.say('退款 A1001');
    const pinned = before.session.flow?.hash;
    const after = new Driver({
      ...KNOWLEDGE,
      flows: [newer],
      flowByHash: (hash) => (hash === newer.hash ? newer : KNOWLEDGE.flowByHash(hash)),
    });
    Object.assign(after, {
      session: before.session,
      journal: before.journal,
      turns: 1,
      commands: before.commands,
      now: before.now,
    });
    expect(after.say('什么').reply).toContain('确认退款吗');
    expect(after.session.flow?.hash).toBe(pinned);
    after.say('算了');
    expect(after.say('退款 A1001').reply).toContain('真的要退吗');
  });

  it('T4: a skill stays at the version that first served the session until that pin is revoked', () => {
    const driver = new Driver();
    driver.say('退款 A1001');
    driver.say('退款 A1002');
    const versions = driver.commands
      .filter(({ data }) => data['skill'] === 'get_order_status')
      .map(({ data }) => data['version']);
    expect(versions).toEqual([undefined, '1.0.0']);
  });
});
