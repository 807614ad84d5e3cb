import { attributeLabel, languageOf } from '@plinth/contracts';
import { isoDay } from '../anchors/civil-day';
import { civilDayOf } from '../anchors/time/time-zone';
import type { SpeechAct } from '../utterance/speech-act';
import type { ProfileFact } from './recall';

/** What a user has had done, the most frequent first. */
export interface FrequentAction {
  /** Of the skill. */
  readonly action: string;
  readonly count: number;
  readonly lastAtMs: number;
}

/** A task of another session that has not come to its end, the latest first. */
export interface UnfinishedTask {
  readonly sessionId: string;
  readonly slots: Readonly<Record<string, string>>;
  readonly atMs: number;
}

export interface Activity {
  readonly actions: readonly FrequentAction[];
  readonly tasks: readonly UnfinishedTask[];
}

/** UTF-16 units of a question that are read. */
const MAX_QUESTION = 300;
const MOST = 5;
/** Data: how people ask for what they often do, and for what they have left unfinished. */
const ASKED = {
  frequent_actions:
    /我(?:平时|一般|通常|经常|最常|常常|常)(?:都)?(?:会)?(?:让你|找你|叫你|请你)(?:帮我|给我)?[^，。？?]{0,4}(?:什么|啥|哪些)|我(?:平时|一般|通常|经常|最常|常常|常)(?:都)?(?:会)?(?:来)?(?:这里|这儿)?办(?:理)?(?:些|的)?(?:什么|啥|哪些)|我(?:最)?常(?:用|办|做)的(?:是)?(?:什么|哪些)?(?:功能|操作|业务|事(?!先))|\bwhat (?:do|have) i (?:usually|often|mostly|most often|normally) (?:ask(?:ed)?|request(?:ed)?|have (?:you|had)|get you|let you|do here|come here)|\bwhat i (?:usually|often) (?:ask|have you)/i,
  unfinished_task:
    /(?:没|未)(?:有)?(?:办|做|弄|处理|完)(?:完|成|好)?的(?:事|任务|申请|业务|单子|东西)|(?:上次|之前|上回|那天)[^，。？?]{0,12}(?:办|进行|处理|弄|做|走|卡)(?:到)(?:哪|什么)|(?:上次|之前|上回)(?:那个|的)?[^，。？?]{0,8}(?:办完|做完|弄完|完成)(?:了)?(?:吗|没)|\bwhat (?:did i|have i|was i) (?:leave|left|not)[^.?!]{0,20}(?:unfinished|open|finish)|\b(?:unfinished|open|pending) (?:tasks?|requests?|business)\b|\bwhere (?:did|were|was|are) (?:we|i|that|the|my)\b[^.?!]{0,30}(?:leave off|left off|last time|get to)/i,
} as const satisfies Record<string, RegExp>;
type ActivityKey = keyof typeof ASKED;

/** A question for what the user often does or has left unfinished: answered by rows, never by likeness (M5). */
export function askedActivity(text: string): (SpeechAct & { act: 'ask' }) | undefined {
  const asked = text.slice(0, MAX_QUESTION);
  const keys: readonly ActivityKey[] = ['frequent_actions', 'unfinished_task'];
  const key = keys.find((candidate) => ASKED[candidate].test(asked));
  return key === undefined ? undefined : { act: 'ask', key, named: true };
}

/** What is known of it, and the question where that answers it. */
export interface ActivityAnswer {
  readonly facts: readonly ProfileFact[];
  readonly about?: SpeechAct & { readonly act: 'ask' };
}

export function activityAnswer(
  about: SpeechAct & { readonly act: 'ask' },
  activity: Activity,
  text: string,
  timeZone: string,
): ActivityAnswer {
  const facts = activityFacts(activity, text, timeZone);
  return { facts, ...(facts.some(({ key }) => key === about.key) ? { about } : {}) };
}

/** As facts of the profile, in the language of the question; their days are those of the zone (IANA). */
export function activityFacts({ actions, tasks }: Activity, text: string, timeZone: string): ProfileFact[] {
  const day = (atMs: number): string => isoDay(civilDayOf(atMs, timeZone));
  const language = languageOf('', text);
  const often = actions.slice(0, MOST).map(({ action, count, lastAtMs }) => ({
    key: 'frequent_actions',
    id: `action:${action}`,
    value: `${action} ×${count} (${day(lastAtMs)})`,
    atMs: lastAtMs,
  }));
  const open = tasks.slice(0, MOST).map(({ sessionId, slots, atMs }) => {
    const told = Object.entries(slots).map(([key, value]) => `${attributeLabel(key, language)} ${value}`);
    return { key: 'unfinished_task', id: `task:${sessionId}`, value: `${told.join(', ')} (${day(atMs)})`, atMs };
  });
  return [often, open].flatMap((rows) =>
    rows.map(({ key, id, value, atMs }, i): ProfileFact => ({
      ...{ id, key: i === 0 ? key : `${key}/${i + 1}`, value },
      ...{ sourceType: 'system', observedAtMs: atMs },
    })),
  );
}
