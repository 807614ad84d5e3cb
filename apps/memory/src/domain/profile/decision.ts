import { DECISION_LABELS, type DecisionKey, decisionLabel, languageOf } from '@plinth/contracts';
import { clip } from './item-text';

/** A choice of the agent with its reason. */
export interface Decision {
  readonly kind: string;
  readonly choice: string;
  readonly reason: string;
}

/** The words by which decisions of a kind are asked for. Data: a kind without a row is asked for by its own name. */
const ASKED_BY: Readonly<Record<DecisionKey, string>> = {
  recommendation: '推荐|建议|安利|recommend(?:ed|ing|ation)?|suggest(?:ed|ing|ion)?|advis(?:e|ed|ing)|advice',
  plan: '安排|规划|计划|方案|plan(?:ned|ning)?|arrang(?:e|ed|ing)|schedul(?:e|ed|ing)',
  choice: '选择|选中|选用|选|挑|choice|choose|chose|chosen|pick(?:ed|ing)?|select(?:ed|ing)?',
};
const asked: ReadonlyMap<string, string> = new Map(Object.entries(ASKED_BY));

/** The words, as part of a pattern, by which a kind is asked for; undefined for one that only its author has named. */
export const wordsForDecision = (kind: string): string | undefined => asked.get(kind);

/** The planner's own book-keeping, whose choices and reasons are codes: nothing to tell a user. */
const OF_PROGRAM = new Set(['flow', 'model']);

/** The kind under its own name, by whichever of its names it was stored: 推荐 is a recommendation. */
export function decisionKindOf(named: string): string {
  const name = named.trim().toLowerCase();
  const known = Object.entries(DECISION_LABELS).find(([kind, { zh, en }]) => [kind, zh, en].includes(name));
  return known?.[0] ?? name;
}

/** In characters: the sentence as a whole is an item (M6). */
const MAX_KIND = 16;
const MAX_PART = 80;
const part = (text: string, most: number): string => clip(text.replace(/\s+/g, ' ').trim(), most);

/** One sentence, which `readDecision` reads back. */
export function decisionSentence({ kind, choice, reason }: Decision, locale: string): string {
  const language = languageOf(locale, `${choice} ${reason}`);
  const known = decisionKindOf(kind);
  const name = asked.has(known) ? decisionLabel(known, language) : part(kind, MAX_KIND);
  const [what, why] = [part(choice, MAX_PART), part(reason, MAX_PART)];
  return language === 'zh' ? `${name}：${what}（理由：${why}）` : `${name}: ${what} (because ${why})`;
}

const SENTENCES: readonly RegExp[] = [
  /^(?<kind>[^：\n]{1,64})：(?<choice>[^\n]{1,200}?)（理由：(?<reason>[^\n]{1,200})）$/u,
  /^(?<kind>[^:\n]{1,64}): (?<choice>[^\n]{1,200}?) \(because (?<reason>[^\n]{1,200})\)$/u,
];

/** Undefined for what no decision reads like, and for the planner's own. */
export function readDecision(content: string): Decision | undefined {
  for (const pattern of SENTENCES) {
    const { kind = '', choice = '', reason = '' } = pattern.exec(content)?.groups ?? {};
    if (kind === '' || OF_PROGRAM.has(kind)) continue;
    return { kind: decisionKindOf(kind), choice, reason };
  }
  return undefined;
}
