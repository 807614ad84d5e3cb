import { checkIncoming, memoryCommitted, type DataOf, type memoryCommit } from '@plinth/contracts';
import {
  deriveId,
  isRefusal,
  messageId,
  userId,
  type MessageId,
  type Refusal,
  type SessionId,
  type TenantId,
  type TurnId,
} from '@plinth/kernel';
import type { NewItem } from '../../domain/items/new-item';
import type { CommitPlan } from '../../domain/profile/commit-plan';
import { planCommit } from '../../domain/profile/plan-commit';
import type { PolicyBook } from '../../ports/policy-book';
import type { Acted, CommitRecord, TurnLedger } from '../../ports/turn-ledger';
import { asCanonical } from '../assemble-context/as-canonical';
import type { AssembleContext } from '../assemble-context/assemble-context';
import { countCandidates, expectCandidates } from './candidate-metric';
import { learnPreference } from './learn-preference';

export type Committed = DataOf<typeof memoryCommitted>;

export interface CommitCommand {
  readonly id: MessageId;
  readonly tenant: TenantId;
  readonly session: SessionId;
  readonly turn: TurnId;
  readonly data: DataOf<typeof memoryCommit>;
}

const NOTHING: CommitPlan = { deprecated: [], facts: [], candidates: [], log: [], items: [] };

/**
 * Writes what a turn has established, once per command (T3), in one transaction; what the user said in a turn that went on without
 * memory is noted first, once per turn. What was said before its user was erased is never written again, however late its command
 * comes.
 */
export class CommitTurn {
  constructor(
    private readonly ledger: TurnLedger,
    private readonly assembleContext: AssembleContext,
    private readonly policies: PolicyBook,
  ) {
    expectCandidates();
  }

  async commit({ id, tenant, session, turn, data }: CommitCommand): Promise<Committed | Refusal> {
    if (data.unassembled) {
      const { previous, ...unassembled } = data.unassembled;
      const { text, locale, observed_at: now, space } = data;
      const late = {
        id: messageId(deriveId(id, 'assemble')),
        tenant,
        session,
        turn,
        data: {
          ...{ ...unassembled, text, locale, now },
          ...(space === undefined ? {} : { space }),
          ...(previous && { previous: { ...previous, reply: '' } }),
        },
      };
      // Refused for a session that has ended: then there is nothing to note, and the commit goes on.
      await this.assembleContext.assemble(late);
    }
    const observedAtMs = Date.parse(data.observed_at);
    const key = { tenant, sessionId: session, turnId: turn, commandId: id, saidAtMs: observedAtMs };
    const outcome = await asCanonical(userId(data.user_id), (user) =>
      this.ledger.commit({ ...key, userId: user }, (known): CommitRecord<Committed> => {
        const policy = this.policies.of(tenant);
        const { forgetting, items } = policy;
        if (known.erased) return { plan: NOTHING, usedMemoryIds: [], samples: [], forgetting, reply: { stored: [] } };
        const said = { turn, userId: user, sessionId: session, locale: data.locale, text: data.text, observedAtMs };
        const { intents, signals } = learnPreference(said, known, policy);
        const plan = planCommit(
          {
            commandId: id,
            turnId: turn,
            locale: data.locale,
            observedAtMs,
            credibility: items.credibility,
            intents,
            decisions: data.decisions,
            receipts: receiptsOf(data),
            ...(data.space === undefined ? {} : { space: data.space }),
          },
          known,
        );
        return {
          plan,
          usedMemoryIds: data.used_memory_ids,
          samples: samplesOf(plan, data.text),
          ...(signals ? { signals } : {}),
          acted: actedIn(data),
          forgetting,
          reply: committedOf(plan),
        };
      }),
    );
    if (isRefusal(outcome)) return outcome;
    if (outcome.repeated)
      return outcome.reply === null ? { stored: [] } : checkIncoming(memoryCommitted, outcome.reply);
    for (const { kind, status } of outcome.reply.stored) if (kind === 'candidate') countCandidates(status);
    return outcome.reply;
  }
}

function receiptsOf(data: CommitCommand['data']) {
  return data.skill_results.flatMap(({ command_id, skill, status, receipt }) =>
    status === 'succeeded' && receipt ? [{ commandId: command_id, skill, receipt }] : [],
  );
}

/** A receipt says that something has been done; without one it was looked up. */
function actedIn({ skill_results: results }: CommitCommand['data']): Acted {
  const done = results.filter(({ status }) => status === 'succeeded');
  const last = done.findLast(({ receipt }) => receipt !== undefined);
  return { actions: done.map(({ skill }) => skill), ...(last ? { finishedBy: last.skill } : {}) };
}

/** What had been confirmed and was wrong. */
function samplesOf({ log }: CommitPlan, said: string): CommitRecord<Committed>['samples'] {
  return log.flatMap(({ id, key, cause, oldValue: wrong, newValue: value }) =>
    cause === 'corrected' && wrong !== undefined && value !== undefined ? [{ id, said, key, wrong, value }] : [],
  );
}

/** The item of a fact is told with the fact. */
const TOLD_BY_ITSELF = {
  fact: false,
  preference: true,
  state: true,
  constraint: true,
  episode: true,
} satisfies Record<NewItem['kind'], boolean>;

function committedOf(plan: CommitPlan): Committed {
  const facts = plan.facts.map(({ id, key, status }) => ({
    id,
    kind: 'fact',
    key,
    status: status === 'active' ? 'active' : 'deprecated',
  }));
  const candidates = plan.candidates.map(({ id, key, status }) => ({ id, kind: 'candidate', key, status }));
  const items = plan.items
    .filter(({ kind }) => TOLD_BY_ITSELF[kind])
    .map(({ id, kind }) => ({ id, kind, status: 'active' }));
  return { stored: [...facts, ...candidates, ...items] };
}
