import { termCounts, termPrior } from '@plinth/terms';
import { shapesAsked } from './answer-shape';
import type { Period } from './period';

/** A term of the question, as it is looked for in texts. */
export interface Needle {
  readonly text: string;
  /** By the rarity of the term in the language, and how often the question has it. */
  readonly weight: number;
}

export interface Question {
  readonly needles: readonly Needle[];
  /** Whose words it asks for, if it says so. */
  readonly speaker?: 'user' | 'assistant';
  /** What a text shows that has such an answer as is asked for. */
  readonly shapes: readonly RegExp[];
  /** The periods that it names, the likeliest first: without a year, those of earlier years follow. */
  readonly periods: readonly Period[];
}

/** What is longer than this is no question: its beginning is searched by. UTF-16 units. */
const MAX_QUESTION = 2_000;
const MAX_NEEDLES = 48;

const REMEMBERING =
  /(?:你|您)(?:还|能|可以|是否)?(?:记得|记不记得|知道|想得起来)|\b(?:do|can|could|would) you (?:still |please )?(?:remember|recall|know|tell me)\b/gi;
const TELLING =
  '推荐|建议|告诉|说|讲|教|介绍|提到|提过|提及|提供|分享|回答|解释|给出|给了|给我|给过|安利|列举|评价|认为|觉得|夸|安慰|鼓励';
const ASSISTANT_ZH = new RegExp(
  `(?<![和跟给对向与同为把让请被])(?:你|您|AI|助手|机器人|客服)[^，。？！,?!]{0,12}?(?:${TELLING})`,
  'i',
);
const ASSISTANT_EN =
  /\b(?:did|have|had|has|were|was|would|could) (?:you|the (?:assistant|ai|bot|agent))\b|\b(?:you|assistant|ai|bot|agent)(?:'ve|'d)? (?:once |ever |have |had |just |also |previously |already |recently ){0,2}(?:recommend|suggest|tell|told|teach|taught|advi[sc]e|introduc|mention|say|said|give|gave|given|share|explain|offer|provide|propose|describe|list|answer|think|thought)/i;
const USER_ZH = /我|咱|俺/;
const USER_EN = /\b(?:i|my|me|mine|myself|we|our)\b/i;

/** Who spoke what the question is after: “你给我推荐过哪些…” the assistant, “我和你提到过…”, “what do I like” the user. */
export function speakerAsked(text: string): Question['speaker'] {
  const asked = text.slice(0, 500).replace(REMEMBERING, '');
  if (ASSISTANT_ZH.test(asked) || ASSISTANT_EN.test(asked)) return 'assistant';
  return USER_ZH.test(asked) || USER_EN.test(asked) ? 'user' : undefined;
}

/** An example of how an answer is to look says nothing of what it is about: “(e.g. 7.9)”, “（例如 8 点）”. */
const EXAMPLE = /[(（](?:e\.g\.|ex\b|eg\b|for example|i\.e\.|例如|比如|如[:：])[^)）]{0,200}[)）]/gi;
/** The sentence that asks for a form, at the end: of its words the units alone are of use. */
const FORM_SENTENCE =
  /(?<=[.?!？。！]\s{0,3})(?:please |请)?(?:give|return|answer|provide|respond|reply|write|express|round)\b[^?？]{0,300}$/i;
const FORM_WORDS =
  /\b(?:please|give|return|answer|provide|respond|reply|write|express|round(?:ed)?|me|the|in|to|of|as|with|format|form|value|number|nearest|tenth|range|window)\b/gi;

/** What a question is about, without how its answer is to look; the whole of it when nothing else is left. */
export function topicOf(text: string): string {
  const topic = text
    .slice(0, MAX_QUESTION)
    .replace(EXAMPLE, ' ')
    .replace(FORM_SENTENCE, (sentence) => sentence.replace(FORM_WORDS, ' '));
  return topic.trim() === '' ? text : topic;
}

export function readQuestion(text: string, periods: readonly Period[] = []): Question {
  const speaker = speakerAsked(text);
  const words = periods.reduce(
    (rest, { text: named }) => (named === undefined ? rest : rest.replace(named, ' ')),
    topicOf(text),
  );
  const needles = [...termCounts(words)]
    .map(([term, count]) => ({ text: needleOf(term), weight: Math.sqrt(termPrior(term)) * Math.min(count, 2) }))
    .toSorted((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1))
    .slice(0, MAX_NEEDLES);
  return { needles, periods, shapes: shapesAsked(text.slice(0, MAX_QUESTION)), ...(speaker ? { speaker } : {}) };
}

/** Stems end where inflections differ: “movi” is looked for as “mov…”. */
const needleOf = (term: string): string => (/^[a-z]{4,}i$/.test(term) ? term.slice(0, -1) : term);
