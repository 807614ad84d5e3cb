import { isRefusal } from '@plinth/kernel';
import fc from 'fast-check';
import { isCourtesy } from '../summary/courtesy';
import { FactBook } from '../summary/fact-book';
import { keyFacts } from '../summary/key-facts';
import { messagesOf, type Round } from '../summary/round';
import { windowPolicySchema, type WindowPolicy } from './window-policy';
import { type Dialogue, workingContext, type WorkingContext } from './working-context';

/** Monday 2024-05-20, 10:00 in Shanghai. */
const NOW = Date.UTC(2024, 4, 20, 2);
const reading = { timeZone: 'Asia/Shanghai' };
const said = { nowMs: NOW, ...reading };
const policyOf = (policy: Partial<WindowPolicy> = {}) => windowPolicySchema.parse(policy);
const round = (i: number, text: string, replied?: string): Round => ({
  id: `r${i}`,
  said: text,
  ...(replied === undefined ? {} : { replied }),
  saidAtMs: NOW,
});
const seen = (
  dialogue: Partial<Dialogue> & Pick<Dialogue, 'rounds'>,
  policy: Partial<WindowPolicy> = {},
): WorkingContext => {
  const context = workingContext({ state: '', ...dialogue }, reading, policyOf(policy));
  if (isRefusal(context)) throw new Error(context.error.code);
  return context;
};
const talk = (rounds: number): Round[] =>
  Array.from({ length: rounds }, (_, i) =>
    round(i, `请把订单A${1000 + i}退款，一共${300 + i}元`, '好的，已经为您提交，请留意短信通知。'),
  );
const placedOf = ({ reasons }: WorkingContext) => reasons.map(({ placed }) => placed);

describe('workingContext', () => {
  it('M3: shows up to 15 rounds verbatim, courtesy too, while they take no more than 60 % of the window', () => {
    const rounds = [...talk(14), round(14, '谢谢')];
    const context = seen({ rounds, state: 'order_number: A1001' });
    expect(context).toMatchObject({ summary: '', spared: [], lost: [], state: 'order_number: A1001' });
    expect(context.rounds.map(({ said: text, replied }) => [text, replied])).toEqual(
      rounds.map(({ said: text, replied }) => [text, replied]),
    );
  });

  it('M3: has a window of 8,000 tokens by default, of which 60 % start the compression', () =>
    expect(policyOf()).toMatchObject({
      maxTokens: 8_000,
      verbatimRounds: 15,
      protectedRounds: 3,
      compressAbove: 0.6,
    }));

  it('M3: beyond 15 rounds courtesy goes first, and where that suffices nothing is compressed', () => {
    const rounds = [
      ...talk(12),
      round(20, '好的', '不客气'),
      round(21, 'ok thanks', '还有什么可以帮您的吗'),
      ...talk(15).slice(12),
    ];
    const context = seen({ rounds });
    expect(context.summary).toBe('');
    expect(placedOf(context).filter((placed) => placed === 'courtesy')).toHaveLength(2);
    expect(context.spared.map(({ text }) => text)).toEqual(['好的', '不客气', 'ok thanks', '还有什么可以帮您的吗']);
  });

  it('M3: “好的” that takes an offer is no courtesy', () => {
    const rounds = [round(0, '我的订单坏了', '需要为您退款吗？'), round(1, '好的', '不客气'), ...talk(15)];
    expect(seen({ rounds }).spared.map(({ text }) => text)).toEqual(['不客气']);
  });

  it('M3: beyond 15 rounds older ones become a summary that keeps every entity', () => {
    const rounds = talk(40);
    const context = seen({ rounds });
    expect(context.rounds.map(({ id }) => id)).toEqual(rounds.slice(25).map(({ id }) => id));
    for (const { said: text } of rounds.slice(0, 25)) expect(context.summary).toContain(/A\d+/.exec(text)?.[0]);
    expect(context.lost).toEqual([]);
  });

  it('M3: beyond 60 % of the window older rounds are compressed before there are 15', () => {
    const rounds = talk(10);
    const context = seen({ rounds }, { maxTokens: 500 });
    expect(context.rounds.length).toBeGreaterThanOrEqual(3);
    expect(context.rounds.length).toBeLessThan(10);
    expect(context.summary).toContain('A1000');
    expect(context.tokens).toBeLessThanOrEqual(500);
  });

  it('M3: what the rounds before were compressed to is compressed further, never forgotten', () => {
    const first = seen({ rounds: talk(30) });
    const later = Array.from({ length: 20 }, (_, i) =>
      round(100 + i, `Please check file report${i}.pdf for Laura`, 'Done.'),
    );
    const second = seen({ rounds: [...talk(30).slice(15), ...later], summary: first.summary });
    expect(second.summary).toContain('A1000');
    expect(second.summary.indexOf('A1000')).toBeLessThan(second.summary.indexOf('A1029'));
    expect(second.lost).toEqual([]);
  });

  it('M31: core entities stay in a summary that has room for little', () => {
    const rounds = [round(0, '查一下 订单号Z777777 和 杭州'), ...talk(40)];
    const context = seen({ rounds, core: new Set(['Z777777']) }, { maxTokens: 300, summaryShare: 0.05 });
    expect(context.summary).toContain('Z777777');
  });

  it('M3: refuses a task state that alone exceeds the window', () => {
    const refused = workingContext({ rounds: [], state: 'x y '.repeat(500) }, reading, policyOf({ maxTokens: 100 }));
    expect(refused).toMatchObject({ error: { code: 'task_state_too_large' } });
  });

  it('M3: a message longer than the window becomes its summary', () => {
    const rounds = [round(0, `请看订单A1001。${'今天天气真的很不错，我们继续聊天。'.repeat(200)}`)];
    const context = seen({ rounds }, { maxTokens: 200 });
    expect(context.rounds).toEqual([]);
    expect(context.summary).toContain('A1001');
    expect(context.tokens).toBeLessThanOrEqual(200);
  });

  const message = fc.oneof(
    fc.constantFrom(
      '好的',
      '谢谢',
      'ok thanks',
      'You’re welcome',
      '需要帮您取消吗？',
      '我最近压力很大，总是睡不好',
      'I feel a bit tired these days',
    ),
    fc.integer({ min: 1, max: 999 }).map((n) => `请把报表report${n}.xlsx发给客户，订单A${1000 + n}，金额${n}元`),
    fc
      .integer({ min: 2, max: 28 })
      .map((n) => `Please cancel order B${5000 + n} on 2024-06-${String(n).padStart(2, '0')} and send $${n} to Laura`),
  );
  const dialogue = fc
    .array(fc.tuple(message, fc.option(message, { nil: undefined })), { maxLength: 22 })
    .map((texts) => texts.map(([text, replied], i) => round(i, text, replied)));
  const runs = { numRuns: 25 };

  it('M3: never exceeds the window, and keeps the last three rounds and the state whole while they fit (W1, W2, W3)', () => {
    fc.assert(
      fc.property(dialogue, fc.integer({ min: 350, max: 1_500 }), (rounds, maxTokens) => {
        const state = 'order_number: A1001\ncity: 杭州';
        const context = seen({ rounds, state }, { maxTokens });
        expect(context.tokens).toBeLessThanOrEqual(maxTokens);
        expect(context.state).toBe(state);
        const last = rounds
          .slice(-3)
          .map(({ id, said: text, replied }) => ({ id, said: text, ...(replied === undefined ? {} : { replied }) }));
        expect(context.rounds.slice(-3)).toEqual(last);
      }),
      runs,
    );
  });

  it('M3: loses no entity, number, date or action without saying so (W4)', () => {
    fc.assert(
      fc.property(dialogue, fc.integer({ min: 350, max: 3_000 }), (rounds, maxTokens) => {
        const context = seen({ rounds }, { maxTokens });
        const book = new FactBook().add(context.summary, said);
        for (const { said: text = '', replied = '' } of context.rounds) book.add(text, said).add(replied, said);
        const told = new Set(context.lost.map(({ kind, key }) => `${kind} ${key}`));
        const messages = rounds.flatMap(messagesOf).filter(({ text }) => !isCourtesy(text));
        const facts = messages.flatMap(({ text }) => keyFacts(text, said));
        expect(facts.filter((fact) => !book.holds(fact) && !told.has(`${fact.kind} ${fact.key}`))).toEqual([]);
        if (maxTokens > 2_500) expect(context.lost).toEqual([]);
      }),
      runs,
    );
  });

  it('M3: a larger window shows no fewer rounds verbatim', () => {
    fc.assert(
      fc.property(
        dialogue,
        fc.integer({ min: 300, max: 1_500 }),
        fc.integer({ min: 0, max: 800 }),
        (rounds, tokens, more) => {
          const small = seen({ rounds }, { maxTokens: tokens });
          const large = seen({ rounds }, { maxTokens: tokens + more });
          const ids = new Set(large.rounds.map(({ id }) => id));
          expect(small.rounds.filter(({ id }) => !ids.has(id))).toEqual([]);
        },
      ),
      runs,
    );
  });
});
