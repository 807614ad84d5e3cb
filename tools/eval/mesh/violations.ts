import type { PlayedSession, PlayedTurn } from './play-session';

export interface Violation {
  readonly session: string;
  readonly turn_id: string;
  readonly rule: 'completed' | 'order' | 'flow' | 'own_code_word' | 'foreign_code_word';
  readonly detail: string;
}

/** Everything that these sessions did and must not have done. Pure. */
export function violationsIn(sessions: readonly PlayedSession[]): readonly Violation[] {
  const words = new Map(sessions.map(({ plan }) => [plan.codeWord, plan.session]));
  return sessions.flatMap((session) => [
    ...session.turns.flatMap((played) => [...turnFaults(session, played), ...foreignWords(session, played, words)]),
    ...orderFaults(session),
  ]);
}

function turnFaults({ plan }: PlayedSession, { scripted, turn }: PlayedTurn): readonly Violation[] {
  const fault = violation(plan.session, turn.turn_id);
  const { text } = turn.reply;
  if (turn.status !== 'completed') return [fault('completed', `${scripted.kind} turn is ${turn.status}`)];
  if (scripted.kind === 'flow' && !(text.includes(plan.orderNumber) && calledSkill(turn.steps)))
    return [fault('flow', `no order status of ${plan.orderNumber} in “${text}”`)];
  if (scripted.kind === 'ask' && !text.includes(plan.codeWord))
    return [fault('own_code_word', `${plan.codeWord} does not come back in “${text}”`)];
  return [];
}

const calledSkill = (steps: PlayedTurn['turn']['steps']): boolean =>
  steps.some(({ skill, status }) => skill === 'get_order_status' && status === 'succeeded');

function foreignWords(
  { plan }: PlayedSession,
  { turn }: PlayedTurn,
  words: ReadonlyMap<string, string>,
): readonly Violation[] {
  return [...words]
    .filter(([word, owner]) => owner !== plan.session && turn.reply.text.includes(word))
    .map(([word, owner]) =>
      violation(plan.session, turn.turn_id)('foreign_code_word', `${word} of ${owner} in “${turn.reply.text}”`),
    );
}

/**
 * T7 as the journal shows it: the events of a turn ascend, and but for its acceptance none comes before the end of the turn that was
 * sent ahead of it.
 */
function orderFaults({ plan, turns }: PlayedSession): readonly Violation[] {
  return turns.flatMap(({ turn }, index) => {
    const fault = violation(plan.session, turn.turn_id);
    const seqs = seqsOf(turn.events);
    const [accepted = 0, ...work] = seqs;
    const before = seqsOf(turns[index - 1]?.turn.events);
    const ascends = seqs.every((seq, at) => at === 0 || seq > (seqs[at - 1] ?? 0));
    return [
      ...(ascends && seqs.length > 1 ? [] : [fault('order', `its events are numbered ${seqs.join(', ')}`)]),
      ...(accepted > (before[0] ?? 0) ? [] : [fault('order', 'it was accepted before a turn that was sent earlier')]),
      ...((work[0] ?? 0) > (before.at(-1) ?? 0) ? [] : [fault('order', 'it began before the turn ahead of it ended')]),
    ];
  });
}

/** Turns that were accepted while the turn ahead of them was still going on. */
export function queuedTurns({ turns }: PlayedSession): number {
  return turns.filter(({ turn }, index) => {
    const endOfBefore = seqsOf(turns[index - 1]?.turn.events).at(-1) ?? 0;
    return (seqsOf(turn.events)[0] ?? 0) < endOfBefore;
  }).length;
}

const seqsOf = (events: PlayedTurn['turn']['events']): readonly number[] => (events ?? []).map(({ seq }) => seq);

const violation =
  (session: string, turnId: string) =>
  (rule: Violation['rule'], detail: string): Violation => ({ session, turn_id: turnId, rule, detail });
