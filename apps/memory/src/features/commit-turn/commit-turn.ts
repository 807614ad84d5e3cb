import { checkIncoming, memoryCommitted, type DataOf, type memoryCommit } from '@plinth/contracts';
import {
  isRefusal,
  userId,
  type MessageId,
  type Refusal,
  type SessionId,
  type TenantId,
  type TurnId,
} from '@plinth/kernel';
import { counter, zero } from '@plinth/telemetry';
import type { CandidateStatus } from '../../domain/candidates/candidate';
import { planCommit, type CommitPlan } from '../../domain/profile/plan-commit';
import type { CommitRecord, TurnLedger } from '../../ports/turn-ledger';

export type Committed = DataOf<typeof memoryCommitted>;

export interface CommitCommand {
  readonly id: MessageId;
  readonly tenant: TenantId;
  readonly session: SessionId;
  readonly turn: TurnId;
  readonly data: DataOf<typeof memoryCommit>;
}

const OUTCOMES = { candidate: true, asked: true, confirmed: true, refused: true, expired: true } satisfies Record<
  CandidateStatus,
  true
>;
const NOTHING: CommitPlan = { deprecated: [], facts: [], candidates: [], log: [], items: [] };

/**
 * Writes what a turn has established, once per command (T3), in one transaction. What was said before its user was erased is never
 * written again, however late its command comes.
 */
export class CommitTurn {
  constructor(private readonly ledger: TurnLedger) {
    zero('plinth_memory_candidates_total', { outcome: Object.keys(OUTCOMES) });
  }

  async commit({ id, tenant, session, turn, data }: CommitCommand): Promise<Committed | Refusal> {
    const observedAtMs = Date.parse(data.observed_at);
    const outcome = await this.ledger.commit(
      { tenant, userId: userId(data.user_id), sessionId: session, turnId: turn, commandId: id, saidAtMs: observedAtMs },
      (known): CommitRecord<Committed> => {
        if (known.erased) return { plan: NOTHING, usedMemoryIds: [], reply: { stored: [] } };
        const plan = planCommit(
          {
            commandId: id,
            turnId: turn,
            locale: data.locale,
            observedAtMs,
            intents: known.intents,
            decisions: data.decisions,
            receipts: receiptsOf(data),
          },
          known,
        );
        return { plan, usedMemoryIds: data.used_memory_ids, reply: committedOf(plan) };
      },
    );
    if (isRefusal(outcome)) return outcome;
    if (outcome.repeated)
      return outcome.reply === null ? { stored: [] } : checkIncoming(memoryCommitted, outcome.reply);
    for (const { kind, status } of outcome.reply.stored)
      if (kind === 'candidate') counter('plinth_memory_candidates_total').inc({ outcome: status });
    return outcome.reply;
  }
}

function receiptsOf(data: CommitCommand['data']) {
  return data.skill_results.flatMap(({ command_id, skill, status, receipt }) =>
    status === 'succeeded' && receipt ? [{ commandId: command_id, skill, receipt }] : [],
  );
}

function committedOf(plan: CommitPlan): Committed {
  const facts = plan.facts.map(({ id, key, status }) => ({
    id,
    kind: 'fact',
    key,
    status: status === 'active' ? 'active' : 'deprecated',
  }));
  const candidates = plan.candidates.map(({ id, key, status }) => ({ id, kind: 'candidate', key, status }));
  const episodes = plan.items
    .filter(({ kind }) => kind === 'episode')
    .map(({ id }) => ({ id, kind: 'episode', status: 'active' }));
  return { stored: [...facts, ...candidates, ...episodes] };
}
