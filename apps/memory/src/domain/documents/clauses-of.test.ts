import fc from 'fast-check';
import { growsLinearly } from '@plinth/testing';
import { citationOf } from './clause-numbers';
import { clausesOf } from './clauses-of';
import { plainText, type DocumentText } from './document-text';
import { documentsPolicySchema } from './documents-policy';

const policy = documentsPolicySchema.parse({});
const split = (text: string, part: Partial<DocumentText> = {}) => clausesOf({ ...plainText(text), ...part }, policy);
const numbers = (text: string) => split(text).map(({ number }) => number);
const textOf = (text: string, number: string) =>
  split(text)
    .find((clause) => clause.number === number)
    ?.text.trim();

const CONTRACT_ZH = `星海商贸退换货管理办法

第一章 总则

第一条 为规范退换货流程，制定本办法。
第二条 本办法适用于线上订单。
依照第五条的规定办理的除外。

第二章 退货

第三条 有下列情形之一的，可以退货：
（一）收到商品之日起七日内；
（二）商品存在质量问题的。
第四条 退款原路返回，三个工作日内到账。
附则
第五条 本办法自发布之日起施行。
`;

const POLICY_EN = `ACME Travel Policy
Effective 1 March 2024

1. Scope
This policy covers all staff.
1.1 Contractors are covered from day one.
1.2 Interns are covered as set out in clause
5.2 below.
2. Claims
2.1 Claims are due within 30 days:
1. with the receipt;
2. with the approval of a manager.
2.2 About 5.5 million claims a year are handled; meals are paid up to
3.5 times the base rate.
Section 3 Exceptions
3.1 None.
`;

describe('clausesOf', () => {
  it('M30: splits a Chinese regulation by its articles and enumerated cases, whatever its chapters', () => {
    expect(numbers(CONTRACT_ZH)).toEqual([
      '¶1',
      '第一条',
      '第二条',
      '第三条',
      '第三条（一）',
      '第三条（二）',
      '第四条',
      '附则 第五条',
    ]);
    expect(textOf(CONTRACT_ZH, '第二条')).toContain('依照第五条的规定');
    expect(textOf(CONTRACT_ZH, '第三条')).toMatch(/^第二章 退货\s+第三条/);
  });

  it('M30: splits an English policy by its decimal numbers, and takes no number within a sentence for a clause', () => {
    expect(numbers(POLICY_EN)).toEqual(['¶1', '1', '1.1', '1.2', '2.1', '2.2', '3.1']);
    expect(textOf(POLICY_EN, '1.2')).toContain('5.2 below');
    expect(textOf(POLICY_EN, '2.1')).toContain('2. with the approval');
    expect(textOf(POLICY_EN, '2.2')).toContain('3.5 times');
  });

  it.each([
    [
      '一、适用范围\n全体员工。\n二、假期\n（一）年假\n1. 满一年五天。\n2. 满十年十天。\n（二）病假',
      ['一', '二（一）', '二（二）'],
    ],
    ['第3章 售后\n3.1 保修\n保修一年。\n3.2 维修\n上门。', ['3.1', '3.2']],
    ['1 Scope\nAll.\n', ['¶1']],
    ['1. All staff.\n2. All sites.\n3. All days.', ['1', '2', '3']],
    ['Article 1. Scope\nAll.\nArticle 2. Terms\nSome.\nArticle 1 shall apply.', ['Article 1', 'Article 2']],
    ['Appendix A\n1.1 One.\nAppendix B\n1.1 Two.', ['Appendix A 1.1', 'Appendix B 1.1']],
    ['Chapter 1 In\n1.1 One.\nChapter 2 Out\n1.1 Two.', ['1.1', 'Chapter 2 1.1']],
    ['Appendix C\nC.1 One.\nC.2 Two.', ['C.1', 'C.2']],
    ['   0. Terms\n   All.\n   1. Use\n      1. free\n      2. open\n   2. End', ['0', '1', '2']],
    ['1. Terms\n--------\n\n1.1 One.\n2. Use', ['1.1', '2']],
    ['5.1年假\n五天。\n5.2个人信息\n保密。\n5.3 人员', ['5.1', '5.2', '5.3']],
    ['二、火车\n2.1级员工乘坐一等座。\n2.1 级别见附表。', ['二', '2.1']],
    ['§ 7 Refunds\nNone.\n§ 7.1 Except faults.', ['7', '7.1']],
    ['５．２ 全角编号\n５．３ 也算', ['5.2', '5.3']],
    ['第一百二十条之一 甲\n第一百二十一条 乙', ['第一百二十条之一', '第一百二十一条']],
    ['目录\n第一章 总则……………1\n第二章 退货 . . . . . . . 12\n第一章 总则\n第一条 甲', ['¶1', '第一条']],
    ['5.2万元起售。\n2024.05.06 发布。\n3.5% 的手续费。', ['¶1']],
  ])('numbers %j', (text, expected) => {
    expect(numbers(text)).toEqual(expected);
  });

  it('M30: goes by headings where a document has no numbers, and by paragraphs where it has neither', () => {
    const manual = '# Robot\n\n## Charging\nUse the dock.\n\n## Cleaning\nEmpty the bin.\n';
    const headings = [
      { start: 0, end: 8, depth: 1 },
      { start: 9, end: 21, depth: 2 },
      { start: 36, end: 48, depth: 2 },
    ];
    expect(split(manual, { headings }).map(({ number, text, above }) => [number, text.trim(), above])).toEqual([
      ['¶1', '# Robot\n\n## Charging\nUse the dock.', []],
      ['¶2', '## Cleaning\nEmpty the bin.', ['# Robot']],
    ]);
    const prose = `Returns\n\n${'Goods come back within thirty days of delivery. '.repeat(3)}\n\n退款\n\n${'退款在三个工作日内原路返回到付款账户，'.repeat(5)}。\n`;
    expect(split(prose).map(({ number, language }) => [number, language])).toEqual([
      ['¶1', 'en'],
      ['¶2', 'zh'],
    ]);
    expect(split(`${'不长的一段话，说了一件事。\n\n'.repeat(10)}${'x'.repeat(700)}`)).toHaveLength(2);
  });

  it('M30: keeps a table with its clause, and cuts a long one between its rows', () => {
    const row = (i: number) => `| 城市${i} | 每晚 ${300 + i} 元 |`;
    const table = ['2.1 住宿标准', '', '| 城市 | 标准 |', '|---|---|', ...Array.from({ length: 90 }, (_, i) => row(i))];
    const clauses = split(`${table.join('\n')}\n2.2 餐饮标准`);
    expect(clauses.map(({ number }) => number)).toEqual(['2.1(1/2)', '2.1(2/2)', '2.2']);
    expect(clauses[1]?.text).toMatch(/^\| 城市\d+ \|/);
    expect(clauses[1]?.above).toEqual(['2.1 住宿标准']);
  });

  it('M30: a clause over the limit becomes parts cut at its items, sentences or words, numbered by turn', () => {
    const sentences = `5.2 ${'退货商品应当保持完好并附带发票。'.repeat(150)}`;
    const parts = split(sentences);
    expect(parts.map(({ number }) => number)).toEqual(['5.2(1/3)', '5.2(2/3)', '5.2(3/3)']);
    for (const { text } of parts) {
      expect(text.length).toBeLessThanOrEqual(policy.maxClauseChars);
      expect(text.endsWith('。')).toBe(true);
    }
    const items = Array.from({ length: 4 }, (_, i) => `(${i + 1}) ${'word '.repeat(60)}`);
    expect(
      split(`5.2 Cases:\n${items.join('\n')}`)
        .slice(1)
        .every(({ text }) => text.startsWith('(')),
    ).toBe(true);
    const unbroken = `7.1 ${'😀'.repeat(900)}`;
    expect(split(unbroken).every(({ text }) => text.isWellFormed())).toBe(true);
  });

  it('M30: loses no character and repeats no number, whatever the text', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '第一条 甲',
        '第二章',
        '1. a',
        '1.1 b',
        '5.2 c',
        '（一）丁',
        '(a) x',
        '- y',
        '',
        '   ',
        '一、戊',
        'Article 2',
        '| a | b |',
      ),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.integer({ min: 1, max: 40 }).map((n) => '很长的一句话没有标点'.repeat(n * 5)),
    );
    const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, (source) => {
        const clauses = split(source);
        expect(clauses.map((clause) => clause.text).join('')).toBe(source.trim() === '' ? '' : source);
        expect(new Set(clauses.map(({ number }) => number)).size).toBe(clauses.length);
        expect(clauses.every((clause) => clause.text.trim().length <= policy.maxClauseChars)).toBe(true);
        expect(clauses.every((clause) => clause.text.trim() !== '')).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('takes time in proportion to its length, on hostile text too', () => {
    for (const unit of [' ', '\n', '1.', '（', '第一', '|', '#', '.', 'a ', '1.1 a\n', '* ', '（一）\n']) {
      growsLinearly(unit, (n) => split(unit.repeat(n / unit.length)), 8_000);
    }
  });

  it('tells the page on which a clause begins', () => {
    const text = '1.1 One.\n1.2 Two.\n1.3 Three.\n';
    expect(split(text, { pages: [0, 18] }).map(({ page }) => page)).toEqual([1, 1, 2]);
  });
});

describe('citationOf', () => {
  it('M30: names the clause as its readers do', () => {
    expect(citationOf('policy_v2024_q3.pdf', '5.2')).toBe('policy_v2024_q3.pdf §5.2');
    expect(citationOf('handbook', '5.2(1/3)')).toBe('handbook §5.2(1/3)');
    expect(citationOf('员工手册', '第五条（一）')).toBe('员工手册 第五条（一）');
    expect(citationOf('notice', '¶2')).toBe('notice ¶2');
  });
});
