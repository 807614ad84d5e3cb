import { Conversation } from '@plinth/testing';
import type { Stage } from './stage';

interface Signals {
  readonly signals: readonly { readonly key: string; readonly value: string; readonly session_id: string }[];
}

/** How one user shows over his sessions what he never states, and what he hears of it. */
interface Habit {
  readonly locale: string;
  /** One a session. */
  readonly said: readonly [string, string, string, string, string];
  readonly order: string;
  readonly asked: RegExp;
  readonly agrees: string;
  readonly saved: RegExp;
  /** What neither a flow nor memory answers. */
  readonly question: string;
  readonly usual: string;
  readonly value: string;
}

const ZH: Habit = {
  locale: 'zh-CN',
  said: ['说重点', '长话短说', '简单说一下', '言简意赅', '说重点吧'],
  order: '查一下订单 DD20261101001',
  asked: /看起来您的回答详略是：简洁。要我记住/,
  agrees: '好的',
  saved: /已确认并保存您的回答详略：简洁/,
  question: '你们店几点开门？',
  usual: '我平时都让你办什么？',
  value: '简洁',
};
const EN: Habit = {
  locale: 'en-US',
  said: ['Get to the point', 'In a nutshell', 'A short answer please', 'tldr', 'In brief'],
  order: 'Where is my order A1B2-3344?',
  asked: /It seems that your preferred length of answers is: brief\. Shall I remember it/,
  agrees: 'yes',
  saved: /confirmed and saved: brief/,
  question: 'When do you open?',
  usual: 'What do I usually ask you to do?',
  value: 'brief',
};

export function describeShownHabits(stage: () => Stage): void {
  describe('a habit over six sessions', () => {
    it.each([
      ['Chinese', ZH],
      ['English', EN],
    ] as const)(
      'M15: in %s, what five sessions show without a word about it is asked for once, and the sixth is served by it',
      async (_language, habit) => {
        const { turns, memory } = stage();
        const first = new Conversation(turns, { ...new Conversation(turns).speaker, locale: habit.locale });
        const { user_id: user } = first.speaker;
        const replies: string[] = [];
        for (const [session, said] of habit.said.entries()) {
          const talk = session === 0 ? first : first.later();
          for (const text of [said, habit.order]) replies.push(await talk.hear(text));
          if (habit.asked.test(replies.at(-1) ?? '')) replies.push(await talk.hear(habit.agrees));
        }
        expect(replies.filter((reply) => habit.asked.test(reply))).toHaveLength(1);
        expect(replies.filter((reply) => habit.saved.test(reply))).toHaveLength(1);
        const { signals } = (await memory.request<Signals>('GET', `/v1/memory/users/${user}?list=signals`)).body;
        const shown = signals.filter(({ key, value }) => `${key}=${value}` === 'reply_length=brief');
        expect(new Set(shown.map(({ session_id }) => session_id)).size).toBe(5);

        const sixth = first.later();
        const { turn_id: turn } = await sixth.say(habit.question);
        expect((await turns.read(turn)).body.memory_preview?.items).toContainEqual(
          expect.objectContaining({ key: 'reply_length', content: habit.value, layer: 'profile', kept: true }),
        );
        expect(await sixth.hear(habit.usual)).toContain('get_order_status ×5');
        expect(await sixth.hear(habit.said[0])).not.toMatch(habit.asked);

        const other = new Conversation(turns, { ...new Conversation(turns).speaker, locale: habit.locale });
        const { turn_id: theirs } = await other.say(habit.usual);
        expect(JSON.stringify((await turns.read(theirs)).body.memory_preview)).not.toContain('reply_length');
      },
    );
  });
}
