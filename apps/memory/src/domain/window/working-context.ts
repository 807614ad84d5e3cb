import { refuse, type Refusal } from '@plinth/kernel';
import { countTokens } from '../summary/count-tokens';
import type { Reading, Round } from '../summary/round';
import { writtenOn } from '../summary/said';
import { extract, type Summary } from '../summary/summarise';
import { unitsOf } from '../summary/units';
import { type KeptRound, shown, spareCourtesy, type SparedMessage } from './spare-courtesy';
import type { WindowPolicy } from './window-policy';

export interface Dialogue {
  /** Oldest first. */
  readonly rounds: readonly Round[];
  /** What the rounds before these were compressed to. */
  readonly summary?: string;
  /** The task state as the turn shows it: never shortened. */
  readonly state: string;
  /** Values of the session's core entities, which a summary keeps before all others (M31). */
  readonly core?: ReadonlySet<string>;
}

/** Why a round stands in the window as it does. */
export type Placement = 'verbatim' | 'courtesy' | 'compressed';

export interface WorkingContext {
  readonly state: string;
  /** Empty where nothing was compressed. */
  readonly summary: string;
  /** Verbatim, oldest first. */
  readonly rounds: readonly KeptRound[];
  readonly spared: readonly SparedMessage[];
  readonly tokens: number;
  readonly reasons: readonly { readonly roundId: string; readonly placed: Placement }[];
  /** Facts that the window had no room for. */
  readonly lost: Summary['lost'];
}

/**
 * What a turn sees of its dialogue (M3). Everything, up to 15 rounds and 60 % of the tokens; beyond either, courtesy goes first, then
 * older rounds become a summary that keeps their entities and actions. Invariants: W1 never more tokens than the window; W2 the state is
 * whole; W3 the last three rounds are verbatim unless they and the state alone exceed the window; W4 an entity is shown or in `lost`.
 * Refuses a state that alone exceeds the window.
 */
export function workingContext(dialogue: Dialogue, reading: Reading, policy: WindowPolicy): WorkingContext | Refusal {
  const { rounds, state, summary = '' } = dialogue;
  const cost = costsBy(policy);
  const stateTokens = cost.text(state);
  if (stateTokens > policy.maxTokens)
    return refuse(
      'invalid',
      'task_state_too_large',
      `The task state takes ${stateTokens} of ${policy.maxTokens} tokens.`,
    );

  const whole = rounds.map((round) => shown(round, true, true));
  const soft = policy.maxTokens * policy.compressAbove;
  const fits = (kept: readonly KeptRound[], bound: number): boolean =>
    kept.length <= policy.verbatimRounds && stateTokens + cost.text(summary) + cost.rounds(kept) <= bound;
  if (fits(whole, soft)) return placed(dialogue, { kept: whole, spared: [], summary, lost: [] }, cost);

  const { kept, spared } = spareCourtesy(rounds, policy.protectedRounds);
  if (fits(kept, soft)) return placed(dialogue, { kept, spared, summary, lost: [] }, cost);

  const room = soft - stateTokens - policy.maxTokens * policy.summaryShare;
  const recent = cost.latest(kept, policy.verbatimRounds, room);
  const safe = cost.latest(kept, policy.protectedRounds, policy.maxTokens - stateTokens);
  const verbatim = kept.slice(kept.length - Math.max(recent, safe));
  const shownIds = new Set(verbatim.map(({ id }) => id));
  const older = rounds.filter(({ id }) => !shownIds.has(id));
  const left = policy.maxTokens - stateTokens - cost.rounds(verbatim);
  const compressed = compress(older, dialogue, left, reading, policy);
  return placed(dialogue, { kept: verbatim, spared, summary: compressed.text, lost: compressed.lost }, cost);
}

/** To a tenth where that loses nothing; else to what is kept free for summaries; else to all that is left. */
function compress(
  older: readonly Round[],
  { summary, core }: Dialogue,
  left: number,
  reading: Reading,
  policy: WindowPolicy,
): Pick<Summary, 'text' | 'lost'> {
  const [first] = older;
  const { nowMs: saidAtMs } = writtenOn(first?.saidAtMs ?? 0, reading.timeZone);
  const earlier: Round[] = summary === undefined || summary === '' ? [] : [{ id: '', said: summary, saidAtMs }];
  const source = [...earlier, ...older];
  const size = older.reduce((sum, { said, replied = '' }) => sum + countTokens(said) + countTokens(replied), 0);
  const free = left - policy.tokensPerMessage;
  const bounds = [countTokens(summary ?? '') + size * policy.compressTo, policy.maxTokens * policy.summaryShare, free];
  const units = unitsOf(source, reading, 'keep');
  let best: Summary | undefined;
  for (const bound of bounds) {
    if (best && best.lost.length === 0) return best;
    const maxTokens = Math.max(0, Math.floor(Math.min(bound, free)));
    const limits = { maxSentences: policy.summarySentences, maxCharacters: Number.MAX_SAFE_INTEGER, maxTokens };
    best = extract(units, limits, { timeZone: reading.timeZone, ...(core ? { core } : {}) });
  }
  return best ?? { text: '', lost: [] };
}

type Costs = ReturnType<typeof costsBy>;

function costsBy({ tokensPerMessage: overhead }: WindowPolicy) {
  const text = (content: string | undefined): number =>
    content === undefined || content === '' ? 0 : countTokens(content) + overhead;
  const round = ({ said, replied }: KeptRound): number => text(said) + text(replied);
  return {
    text,
    rounds: (kept: readonly KeptRound[]): number => kept.reduce((sum, each) => sum + round(each), 0),
    /** How many of the latest rounds, at most so many, take no more than these tokens. */
    latest: (kept: readonly KeptRound[], most: number, bound: number): number => {
      let tokens = 0;
      let count = 0;
      for (const each of kept.slice(Math.max(0, kept.length - most)).reverse()) {
        tokens += round(each);
        if (tokens > bound) break;
        count += 1;
      }
      return count;
    },
  };
}

interface Placed {
  readonly kept: readonly KeptRound[];
  readonly spared: readonly SparedMessage[];
  readonly summary: string;
  readonly lost: Summary['lost'];
}

function placed({ rounds, state }: Dialogue, { kept, spared, summary, lost }: Placed, cost: Costs): WorkingContext {
  const verbatim = new Set(kept.map(({ id }) => id));
  return {
    state,
    summary,
    rounds: kept,
    spared,
    tokens: cost.text(state) + cost.text(summary) + cost.rounds(kept),
    reasons: rounds.map(({ id, replied }) => ({
      roundId: id,
      placed: verbatim.has(id) ? 'verbatim' : isSpared(id, spared, replied !== undefined) ? 'courtesy' : 'compressed',
    })),
    lost,
  };
}

const isSpared = (id: string, spared: readonly SparedMessage[], replied: boolean): boolean =>
  spared.filter(({ roundId }) => roundId === id).length === (replied ? 2 : 1);
