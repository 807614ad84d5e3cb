import {
  deriveId,
  isRefusal,
  messageId,
  refuse,
  type Clock,
  type Refusal,
  type TenantId,
  type UserId,
} from '@plinth/kernel';
import { z } from 'zod';
import type { GateMode } from '../../domain/candidates/gate-policy';
import { isOpen } from '../../domain/candidates/candidate';
import { planCommit } from '../../domain/profile/plan-commit';
import type { ItemLedger } from '../../ports/item-ledger';
import type { PolicyBook } from '../../ports/policy-book';
import { countCandidates, expectCandidates } from '../commit-turn/candidate-metric';

const answered = z.object({ id: z.string(), status: z.enum(['confirmed', 'refused']) });

export interface CandidateAnswer {
  readonly tenant: TenantId;
  readonly userId: UserId;
  readonly candidateId: string;
  readonly answer: 'confirm' | 'refuse';
}

/** A client that has asked the user itself brings the answer (M12). The same answer again changes nothing; the opposite one is refused. */
export class AnswerCandidate {
  constructor(
    private readonly ledger: ItemLedger,
    private readonly policies: PolicyBook,
    private readonly clock: Clock,
  ) {
    expectCandidates();
  }

  async answer({
    tenant,
    userId,
    candidateId,
    answer,
  }: CandidateAnswer): Promise<{ id: string; status: string } | Refusal> {
    const status = answer === 'confirm' ? 'confirmed' : 'refused';
    const commandId = messageId(deriveId('candidate', tenant, userId, candidateId));
    const nowMs = this.clock.now();
    const written = await this.ledger.write({ tenant, userId, commandId }, (known) => {
      const candidate = known.candidates.find(({ id }) => id === candidateId);
      if (!candidate || !isOpen(candidate, nowMs, this.policies.of(tenant).gate)) return UNKNOWN;
      const { id, key, value } = candidate;
      const intent =
        answer === 'confirm'
          ? { type: 'confirm' as const, candidateId: id, key, value }
          : { type: 'refuse' as const, candidateId: id };
      const plan = planCommit(
        {
          ...{ commandId, turnId: commandId, locale: '', observedAtMs: nowMs, decisions: [], receipts: [] },
          credibility: this.policies.of(tenant).items.credibility,
          intents: [intent],
        },
        known,
      );
      return { plan, reply: { id, status } };
    });
    if (isRefusal(written)) return written;
    if (written.reply === null) return UNKNOWN;
    if (!written.repeated) countCandidates(status);
    const before = answered.parse(written.reply);
    if (before.status !== status)
      return refuse('conflict', 'candidate_answered', `The candidate has been ${before.status} already.`, {
        field: 'id',
        rule: 'one_answer',
      });
    return before;
  }

  chooseMode(tenant: TenantId, userId: UserId, mode: GateMode | null): Promise<void> {
    return this.ledger.chooseMode(tenant, userId, mode, this.clock.now());
  }
}

const UNKNOWN = refuse('not_found', 'candidate_not_found', 'There is no open candidate of this id.');
