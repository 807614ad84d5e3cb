import { isCourtesy, takesOffer } from '../summary/courtesy';
import type { Round, Speaker } from '../summary/round';

/** A round as the window shows it; a message that was spared is missing. */
export interface KeptRound {
  readonly id: string;
  readonly said?: string;
  readonly replied?: string;
}

export interface SparedMessage {
  readonly roundId: string;
  readonly speaker: Speaker;
  readonly text: string;
}

/** Takes out messages of nothing but courtesy; one that takes what was offered before it stays, and so do the last rounds, whole. */
export function spareCourtesy(
  rounds: readonly Round[],
  untouched: number,
): { kept: KeptRound[]; spared: SparedMessage[] } {
  const spared: SparedMessage[] = [];
  const kept = rounds.map((round, i): KeptRound => {
    if (i >= rounds.length - untouched) return shown(round, true, true);
    const polite = isCourtesy(round.said) && !takesOffer(round.said, rounds[i - 1]?.replied);
    const politeReply = round.replied !== undefined && isCourtesy(round.replied);
    if (polite) spared.push({ roundId: round.id, speaker: 'user', text: round.said });
    if (politeReply) spared.push({ roundId: round.id, speaker: 'assistant', text: round.replied });
    return shown(round, !polite, !politeReply);
  });
  return { kept: kept.filter(({ said, replied }) => said !== undefined || replied !== undefined), spared };
}

export function shown({ id, said, replied }: Round, withSaid: boolean, withReplied: boolean): KeptRound {
  return { id, ...(withSaid ? { said } : {}), ...(withReplied && replied !== undefined ? { replied } : {}) };
}
