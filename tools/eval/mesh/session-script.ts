import type { Dialogue } from './crosswoz';

export interface SessionPlan {
  readonly session: string;
  readonly user: string;
  readonly codeWord: string;
  readonly orderNumber: string;
}

export interface ScriptedTurn {
  readonly kind: 'tell' | 'utterance' | 'flow' | 'ask';
  readonly text: string;
  /** Sent before the turn ahead of it has ended. */
  readonly queued: boolean;
}

/** How many utterances after the flow turn do not wait for each other. */
const QUEUED = 3;

/**
 * The turns of a session: its code word, the dialogue's utterances with an order asked halfway, and what the code word was. From the
 * flow turn on a few turns are sent without waiting, so that they queue up behind the skill.
 */
export function scriptOf(dialogue: Dialogue, { codeWord, orderNumber }: SessionPlan): readonly ScriptedTurn[] {
  const half = Math.ceil(dialogue.utterances.length / 2);
  const said = dialogue.utterances.map((text, index): ScriptedTurn => {
    const queued = index >= half && index < half + QUEUED;
    return { kind: 'utterance', text, queued };
  });
  return [
    { kind: 'tell', text: `我的暗号是 ${codeWord}，请记住`, queued: false },
    ...said.slice(0, half),
    { kind: 'flow', text: `查一下订单 ${orderNumber}`, queued: false },
    ...said.slice(half),
    { kind: 'ask', text: '我的暗号是什么？', queued: false },
  ];
}

/** Each turn with those that are sent right behind it. */
export function burstsOf(script: readonly ScriptedTurn[]): readonly (readonly ScriptedTurn[])[] {
  return script.reduce<ScriptedTurn[][]>((bursts, turn) => {
    const last = bursts.at(-1);
    if (turn.queued && last) last.push(turn);
    else bursts.push([turn]);
    return bursts;
  }, []);
}
