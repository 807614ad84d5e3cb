import fc from 'fast-check';
import { countTokens } from './count-tokens';
import { isCourtesy } from './courtesy';
import { FactBook } from './fact-book';
import { fidelity } from './fidelity';
import { keyFacts } from './key-facts';
import { messagesOf, type Round } from './round';
import { summarise, summariseInParts, type SummaryReading } from './summarise';

/** Monday 2024-05-20, 10:00 in Shanghai. */
const NOW = Date.UTC(2024, 4, 20, 2);
const reading: SummaryReading = {
  timeZone: 'Asia/Shanghai',
  hedged: 'drop',
  names: new Map([
    ['王姐', '王莉'],
    ['Bob', 'Robert Brown'],
  ]),
};
const M6 = { maxSentences: 3, maxCharacters: 200, maxTokens: 128 };
const round = (i: number, text: string, replied?: string): Round => ({
  id: `r${i}`,
  said: text,
  ...(replied === undefined ? {} : { replied }),
  saidAtMs: NOW,
});
const summaryOf = (...texts: string[]) =>
  summarise(
    texts.map((text, i) => round(i, text)),
    M6,
    reading,
  ).text;

describe('summarise', () => {
  it('M6: keeps the words of a short dialogue, without its courtesy', () =>
    expect(summaryOf('你好', '我住在杭州，最近压力很大。', '好的谢谢')).toBe('我住在杭州，最近压力很大。'));

  it('M35: tells things in the order in which they were said', () => {
    const summary = summaryOf('先把订单A1001退款', '再把订单A1002退款', '最后联系张伟');
    const places = ['A1001', 'A1002', '张伟'].map((name) => summary.indexOf(name));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it.each([
    ['上周三我去了杭州', '2024-05-15我去了杭州。'],
    ['明天下午3点开会', '2024-05-21 15:00开会。'],
    ['2023年12月1日下的单', '2023年12月1日下的单。'],
    ['I flew to Paris last Friday', 'I flew to Paris 2024-05-17.'],
    ['请转告王姐，会议改到301室', '请转告王莉，会议改到301室。'],
    ['Bob sent report7.pdf', 'Robert Brown sent report7.pdf.'],
  ])('M12: what outlives its day has absolute dates and canonical names: %s', (text, summary) =>
    expect(summaryOf(text)).toBe(summary),
  );

  it.each([
    ['他大概下周三到上海。订单A1001已经付款。', '订单A1001已经付款。'],
    ['Maybe Tom lives in Rome. I live in Paris.', 'I live in Paris.'],
  ])('M12: what was hedged is dropped: %s', (text, summary) => expect(summaryOf(text)).toBe(summary));

  it('a window keeps what was hedged, as it was said', () =>
    expect(summarise([round(0, '他大概在上海')], M6, { ...reading, hedged: 'keep' }).text).toBe('他大概在上海。'));

  it('marks what the assistant said, and keeps a denial beside its action', () => {
    const tight = { maxSentences: 3, maxCharacters: 12, maxTokens: 60 };
    const { text } = summarise(
      [round(0, '那家店的事情我想了很久，还是不要取消订单A1001', '订单A1001会保留。')],
      tight,
      reading,
    );
    expect(text).toBe('未取消、A1001。');
    expect(summarise([round(0, '行程', '酒店在杭州。')], M6, reading).text).toContain('→酒店在杭州');
  });

  const names = ['张伟', '李雷', '王芳', '刘洋', '陈静'];
  const actions = ['退款', '发货', '维修', '打印', '上传'];
  const english = ['refund', 'ship', 'repair', 'print', 'upload'];
  const people = ['Laura Chen', 'Peter Wolf', 'Maria Lopez', 'Sam Taylor', 'Nina Berg'];
  const filler =
    '我们之前已经聊过很多次这件事情了，其实说来话长，总之还是希望能够尽快有一个让大家都满意的结果，毕竟拖得越久对谁都没有好处，您说是不是这个道理呢';
  const englishFiller =
    'we have talked about this so many times before, and honestly it would be wonderful if all of us could simply move on and be happy with how things are, because nobody really gains anything from going around in circles all day long';
  const hundred: Round[] = Array.from({ length: 100 }, (_, i) =>
    i % 10 !== 0
      ? round(
          i,
          i % 2 === 0 ? filler : `${englishFiller}.`,
          i % 3 === 0 ? '明白您的意思，您放心，我们一定会尽力的。' : 'I see, thanks for telling me all of this.',
        )
      : i % 20 === 0
        ? round(
            i,
            `${names[i / 20]}要在2024年6月${i / 10 + 1}日${actions[i / 20]}，文件是方案${i}.docx，${filler}`,
            '好的',
          )
        : round(
            i,
            `On June ${i / 10 + 1}, 2024 ${people[(i - 10) / 20]} will ${english[(i - 10) / 20]} it, see plan${i}.pdf, ${englishFiller}.`,
            'OK',
          ),
  );

  it('M26: 100 rounds become 3 sentences, 90 % smaller, with every file, name, date and action', () => {
    const size = hundred.reduce(
      (sum, each) => sum + messagesOf(each).reduce((all, { text }) => all + text.length, 0),
      0,
    );
    const tokens = hundred.reduce(
      (sum, each) => sum + messagesOf(each).reduce((all, { text }) => all + countTokens(text), 0),
      0,
    );
    const limits = { maxSentences: 3, maxCharacters: Math.floor(size / 10), maxTokens: Math.floor(tokens / 10) };
    const summary = summarise(hundred, limits, { ...reading, hedged: 'keep' });
    expect(summary.sentences).toHaveLength(3);
    expect(summary.text.length).toBeLessThanOrEqual(size / 10);
    expect(summary.tokens).toBeLessThanOrEqual(tokens / 10);
    expect(summary.lost).toEqual([]);
    const wanted = [
      ...names,
      ...actions,
      ...english,
      ...people,
      ...hundred.flatMap(({ said }) => said.match(/方案\d+\.docx|plan\d+\.pdf|2024年6月\d+日|June \d+, 2024/g) ?? []),
    ];
    expect(wanted).toHaveLength(40);
    expect(wanted.filter((fact) => !summary.text.includes(fact))).toEqual([]);
    expect(fidelity(summary.text, hundred, reading).faults).toEqual([]);
  });

  it('M6: a dialogue that one summary has no room for becomes several, in order, that lose nothing', () => {
    const parts = summariseInParts(hundred, M6, reading);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts)
      expect([part.text.length <= 200, part.tokens <= 128, part.lost]).toEqual([true, true, []]);
    const text = parts.map((part) => part.text).join(' ');
    const places = hundred
      .flatMap(({ said }) => /方案\d+|plan\d+/.exec(said)?.[0] ?? [])
      .map((file) => text.indexOf(file));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  const sentence = fc.oneof(
    fc.constantFrom(
      '我最近睡不好',
      'I feel fine',
      '谢谢',
      'ok',
      '你觉得呢？',
      '不要取消酒店',
      'Do not cancel the hotel',
    ),
    fc
      .tuple(fc.integer({ min: 2, max: 28 }), fc.constantFrom(...names), fc.constantFrom(...actions))
      .map(([n, name, action]) => `${name}在6月${n}日${action}，订单A${1000 + n}，共${n}00元`),
    fc
      .tuple(fc.integer({ min: 2, max: 28 }), fc.constantFrom(...people), fc.constantFrom(...english))
      .map(([n, name, action]) => `${name} will ${action} order B${2000 + n} on June ${n}, 2024 for $${n}00`),
  );
  const dialogue = fc
    .array(fc.tuple(sentence, fc.option(sentence, { nil: undefined })), { maxLength: 12 })
    .map((texts) => texts.map(([text, replied], i) => round(i, text, replied)));

  it('M6: keeps every limit, for any dialogue and any limits', () => {
    fc.assert(
      fc.property(
        dialogue,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 200 }),
        (rounds, maxSentences, maxCharacters, maxTokens) => {
          const summary = summarise(rounds, { maxSentences, maxCharacters, maxTokens }, reading);
          expect(summary.sentences.length).toBeLessThanOrEqual(maxSentences);
          expect(summary.text.length).toBeLessThanOrEqual(maxCharacters);
          expect(countTokens(summary.text)).toBeLessThanOrEqual(maxTokens);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('M35: says nothing that its dialogue does not, and names each fact that found no room', () => {
    fc.assert(
      fc.property(dialogue, fc.integer({ min: 40, max: 1_500 }), (rounds, maxCharacters) => {
        const summary = summarise(rounds, { maxSentences: 3, maxCharacters, maxTokens: 2_000 }, reading);
        expect(fidelity(summary.text, rounds, reading).faults).toEqual([]);
        const said = { nowMs: NOW, timeZone: reading.timeZone };
        const book = new FactBook().add(summary.text, said);
        const told = new Set(summary.lost.map(({ kind, key }) => `${kind} ${key}`));
        const messages = rounds.flatMap(messagesOf).filter(({ text }) => !isCourtesy(text));
        const facts = messages.flatMap(({ text }) => keyFacts(text, said));
        expect(facts.filter((fact) => !book.holds(fact) && !told.has(`${fact.kind} ${fact.key}`))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
