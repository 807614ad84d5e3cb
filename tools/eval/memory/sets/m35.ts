import { z } from 'zod';
import { ratio, type EvalContext, type EvalResult, type EvalSet } from '../eval-set';
import type { MemoryClient } from '../memory-client';

const person = z.object({ id: z.string(), docs: z.array(z.tuple([z.string(), z.string()])) });
const summarised = z.object({ summaries: z.array(z.object({ text: z.string(), tokens: z.number() })) });
const checked = z.object({ faithful: z.boolean() });

const TIME_ZONE = 'Asia/Shanghai';
const LANGUAGES = ['zh', 'en'] as const;

interface Exchange {
  readonly day: string;
  readonly said: string;
  readonly replied: string;
}

interface Day {
  readonly day: string;
  readonly exchanges: readonly Exchange[];
}

/**
 * Fidelity of summaries (M35): every day of MemoryBank is a session, observed and summarised through the interface. What is counted is read
 * by means of this file's own, not by memory's judge: a claim of a summary is a name, a title, a number or a date that it writes, and each
 * of its stretches of words. `fidelity`: claims that stand in the day's dialogue, of all claims. `kept`: names, titles and numbers of the
 * dialogue that stand in its summaries; hedged sentences, which no summary may take over, are left out. `inOrder`: days whose stretches stand in
 * the order of the dialogue. `caught`: summaries with one planted name, number, date or action that memory's judge rejects, `trusted`: true ones that it accepts.
 */
export const m35: EvalSet = {
  name: 'm35',
  baselines: { fidelity: '.987 (aim of M35)' },
  aims: { fidelity: 0.987, kept: 0.97, inOrder: 0.987, withinLimits: 1, caught: 0.987, trusted: 0.98 },
  async run({ data, memory, run, progress }: EvalContext): Promise<EvalResult> {
    const tally = new Tally();
    const days = LANGUAGES.flatMap((language) =>
      data
        .lines(`memorybank-${language}.jsonl`, person)
        .flatMap(({ id, docs }) => daysOf(docs).map((day) => ({ language, user: `${run}-${language}-${id}`, ...day }))),
    );
    for (const [i, { language, user, ...day }] of days.entries()) {
      const session = `${run}-${i}`;
      await observe(memory, user, session, day);
      const { summaries } = await memory.post(
        `/v1/memory/sessions/${session}/summary`,
        { time_zone: TIME_ZONE },
        summarised,
      );
      const texts = summaries.map(({ text }) => text);
      for (const { text, tokens } of summaries) tally.count('withinLimits', text.length <= 200 && tokens <= 128);
      score(tally, language, day, texts);
      await scoreJudge(tally, memory, session, language, texts);
      progress(i + 1, days.length);
    }
    return { metrics: tally.shares(), misses: tally.misses };
  },
};

function daysOf(docs: readonly (readonly [string, string])[]): Day[] {
  const exchanges = docs.flatMap(([, text]): Exchange[] => {
    const match = /^\[(?<day>\d{4}-\d\d-\d\d)\] (?<said>[^\n]*)(?:\n(?<replied>[^]*))?$/.exec(text);
    const { day, said, replied = '' } = match?.groups ?? {};
    return day === undefined || said === undefined ? [] : [{ day, said, replied }];
  });
  return [...Map.groupBy(exchanges, ({ day }) => day)].map(([day, all]) => ({ day, exchanges: all }));
}

async function observe(memory: MemoryClient, user: string, session: string, { exchanges }: Day): Promise<void> {
  for (const [i, { day, said, replied }] of exchanges.entries()) {
    const now = new Date(Date.parse(`${day}T04:00:00Z`) + i * 60_000).toISOString();
    const head = { user_id: user, session_id: session, now, time_zone: TIME_ZONE };
    await memory.post('/v1/memory/observe', { ...head, role: 'user', text: said }, z.unknown());
    if (replied !== '')
      await memory.post('/v1/memory/observe', { ...head, role: 'assistant', text: replied }, z.unknown());
  }
}

class Tally {
  private readonly counts = new Map<string, [part: number, whole: number]>();
  readonly misses: unknown[] = [];

  count(name: string, right: boolean, miss?: unknown): void {
    const [part, whole] = this.counts.get(name) ?? [0, 0];
    this.counts.set(name, [part + Number(right), whole + 1]);
    if (!right && miss !== undefined) this.misses.push({ name, miss });
  }

  shares(): Record<string, number> {
    return Object.fromEntries([...this.counts].map(([name, [part, whole]]) => [name, ratio(part, whole)]));
  }
}

function score(tally: Tally, language: string, { day, exchanges }: Day, summaries: readonly string[]): void {
  const dialogue = exchanges.flatMap(({ said, replied }) => [said, replied]).join('\n');
  const whole = summaries.join(' ');
  const source = folded(dialogue);
  for (const claim of claimsOf(whole)) {
    const right = isDate(claim) ? claim === day || isDaySpokenOf(claim, day, dialogue) : source.includes(folded(claim));
    tally.count('fidelity', right, { day, claim, whole });
    tally.count(`fidelity ${language}`, right);
  }
  let from = 0;
  let ordered = true;
  for (const stretch of stretchesOf(whole)) {
    const right = source.includes(folded(stretch));
    tally.count('fidelity', right, { day, stretch, whole });
    tally.count(`fidelity ${language}`, right);
    const at = source.indexOf(folded(stretch), from);
    if (at >= 0) from = at;
    else if (right) ordered = false;
  }
  tally.count('inOrder', ordered, { day, whole });
  const held = folded(whole);
  for (const claim of claimsOf(unhedged(dialogue))) {
    const right = held.includes(folded(claim));
    tally.count('kept', right, { day, claim, whole });
    tally.count(`kept ${language}`, right);
  }
}

const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s"'“”‘’《》.,，。;；:：!！?？、]/g, '');

/** Titles and quoted names, numbers in digits, dates, and English names inside a sentence. */
const CLAIMS =
  /《[^》\n]{1,40}》|\d{4}-\d\d-\d\d|(?<![\w.-])\d+(?:\.\d+)?(?![\w-])|(?<=[a-z,] )(?!I\b)[A-Z][a-z]{2,}(?: [A-Z][a-z]+)*/g;
/** A weekday is a date, which a summary writes anew; “User” is whoever speaks. */
const NO_NAMES =
  /^(?:Ok|Okay|Hello|Thanks|Thank|Yes|Sure|The|This|That|You|It|User|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)$/;

const claimsOf = (text: string): string[] => [
  ...new Set((text.match(CLAIMS) ?? []).filter((claim) => !NO_NAMES.test(claim))),
];
const isDate = (claim: string): boolean => /^\d{4}-\d\d-\d\d$/.test(claim);

/** Of the days beside its own a dialogue speaks by words that this file knows; a date by another word does not count as right. */
function isDaySpokenOf(date: string, day: string, dialogue: string): boolean {
  const distance = Math.round((Date.parse(date) - Date.parse(day)) / 86_400_000);
  const words: Readonly<Record<number, RegExp>> = {
    [-2]: /前天|day before yesterday/i,
    [-1]: /昨天|昨晚|昨日|yesterday|last night/i,
    1: /明天|明日|明晚|tomorrow/i,
    2: /后天|day after tomorrow/i,
  };
  const weekdays = [
    /周日|星期[日天]|周末|sunday|weekend/i,
    /周一|星期一|monday/i,
    /周二|星期二|tuesday/i,
    /周三|星期三|wednesday/i,
    /周四|星期四|thursday/i,
    /周五|星期五|friday/i,
    /周六|星期六|周末|saturday|weekend/i,
  ];
  return (
    (words[distance]?.test(dialogue) ?? false) ||
    (weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()]?.test(dialogue) ?? false)
  );
}

/** Runs of words between marks; dates, which a summary writes anew, part them, too. */
const stretchesOf = (text: string): string[] =>
  text
    .split(/\d{4}-\d\d-\d\d(?: \d\d:\d\d)?|[→。；;，、！？!?\n]|[.,](?= |$)/)
    .map((stretch) => stretch.trim())
    .filter((stretch) => /[\p{L}\p{N}]/u.test(stretch));

const HEDGED =
  /可能|也许|或许|大概|应该|好像|似乎|估计|恐怕|不确定|听说|据说|maybe|perhaps|possibl|probabl|might|may be|could be|i think|i guess|i believe|not sure|likely|seem|sort of|kind of|should|must be/i;

const unhedged = (dialogue: string): string =>
  (dialogue.match(/[^。！？!?\n]+?(?:[。！？!?\n]|\.(?=\s)|$)+/g) ?? [])
    .filter((sentence) => !HEDGED.test(sentence))
    .join(' ');

const PLANTED: Readonly<Record<(typeof LANGUAGES)[number], readonly string[]>> = {
  zh: ['去了乌兰巴托。', '一共花了7777元。', '时间是1999-03-04。', '取消了订单并且退款。'],
  en: [
    'Visited Ulaanbaatar with Bartholomew.',
    'It cost $7,777.',
    'It happened on 1999-03-04.',
    'The order was cancelled and refunded.',
  ],
};

async function scoreJudge(
  tally: Tally,
  memory: MemoryClient,
  session: string,
  language: (typeof LANGUAGES)[number],
  [text]: readonly string[],
): Promise<void> {
  if (text === undefined) return;
  const judged = async (summary: string): Promise<boolean> => {
    const body = { summary, time_zone: TIME_ZONE };
    return (await memory.post(`/v1/memory/sessions/${session}/summary/check`, body, checked)).faithful;
  };
  tally.count('trusted', await judged(text), { text });
  for (const planted of PLANTED[language]) tally.count('caught', !(await judged(`${text} ${planted}`)), { planted });
}
