import type { DialogueContext } from '@plinth/contracts';
import { isRefusal } from '@plinth/kernel';
import { coreEntities } from '../../domain/session-state/core-entities';
import { taskState } from '../../domain/session-state/dialogue-keys';
import type { SessionState } from '../../domain/session-state/session-state';
import type { WindowPolicy } from '../../domain/window/window-policy';
import { workingContext } from '../../domain/window/working-context';
import type { AnsweredTurn, TurnKnowledge, TurnRecord } from '../../ports/turn-ledger';

interface Turn {
  readonly answered?: AnsweredTurn;
  readonly timeZone: string;
  readonly session: SessionState;
}

interface Window {
  readonly context?: DialogueContext;
  readonly folded?: NonNullable<TurnRecord<unknown>['folded']>;
}

/** The dialogue as the turn is to see it; what the window had to compress is folded for good. Without room for the state there is none. */
export function windowOf(known: TurnKnowledge, { answered, timeZone, session }: Turn, policy: WindowPolicy): Window {
  const rounds = known.rounds.map((round) =>
    round.id === answered?.turnId && round.replied === undefined ? { ...round, replied: answered.reply } : round,
  );
  const entities = coreEntities(session).map(({ kind, value }) => ({ kind, value }));
  const state = JSON.stringify({ ...Object.fromEntries(session.facts), ...Object.fromEntries(taskState(session)) });
  const core = new Set(entities.map(({ value }) => value));
  const dialogue = { rounds, state, core, ...(known.summary === undefined ? {} : { summary: known.summary }) };
  const window = workingContext(dialogue, { timeZone }, policy);
  if (isRefusal(window)) return {};
  const compressed = new Set(
    window.reasons.flatMap(({ roundId, placed }) => (placed === 'compressed' ? [roundId] : [])),
  );
  const last = rounds.findLast(({ id }) => compressed.has(id));
  return {
    context: {
      ...(window.summary === '' ? {} : { summary: window.summary }),
      rounds: window.rounds.map(({ id, said, replied }) => ({
        turn_id: id,
        said: said !== undefined,
        replied: replied !== undefined,
      })),
      tokens: window.tokens,
      entities,
    },
    ...(last ? { folded: { summary: window.summary, untilRound: last.n } } : {}),
  };
}
