import type { DialogueContext } from '@plinth/contracts';
import type { SessionId, UserId } from '@plinth/kernel';
import type { MemoryPolicy } from '../../domain/policy/memory-policy';
import { recall } from '../../domain/recall/recall';
import { withStandingPreferences } from '../../domain/recall/standing-preferences';
import { taskState } from '../../domain/session-state/dialogue-keys';
import { perKind, type SessionState } from '../../domain/session-state/session-state';
import type { LightUpdate } from '../../domain/session-state/turn-input';
import type { TurnKnowledge } from '../../ports/turn-ledger';
import { recalledShownTo } from '../recall-memory/recalled-shown-to';
import type { Assembled } from './assemble-command';
import { memoryPreview } from './memory-preview';
import { withContacts } from './named-people';
import type { TurnReading } from './read-turn';

interface At {
  readonly policy: MemoryPolicy;
  readonly nowMs: number;
  readonly tookMs: number;
}

/** What a turn is told: how it has changed the session, what memory knows for it, and what it has to ask. */
export function assembledOf(
  { user, sessionId }: { readonly user: UserId; readonly sessionId: SessionId },
  update: LightUpdate & { readonly context?: DialogueContext },
  known: TurnKnowledge,
  { question, query, text }: TurnReading,
  { policy, nowMs, tookMs }: At,
): Assembled {
  const { session, ask, context } = update;
  const { top, layers } = policy.recall;
  const model = query.vector ? { model: query.vector.model } : {};
  const found = recall(
    {
      text,
      query,
      ranking: { policy: policy.recall, nowMs, top, unasked: true, ...model },
      ...(question && !known.erased ? { about: question } : {}),
    },
    {
      ...{ session, sessionId, profile: known.profile, found: known.found },
      contacts: known.erased ? [] : (known.contacts ?? []).filter(({ own }) => own === true),
    },
  );
  // Of pay not even the user's own planner reads how much (M21).
  const recalled = recalledShownTo('owner', found, policy.masks);
  const { answer } = recalled;
  const items = withStandingPreferences(recalled.items, known.profile, session, layers.profile);
  return {
    user_id: user,
    anchors: withContacts(update.anchors, known.contacts ?? []),
    session: perKind((kind) => Object.fromEntries(kind === 'state' ? taskState(session) : session[kind])),
    changes: [...update.changes],
    ...(context ? { context } : {}),
    items,
    ...(answer ? { answer } : {}),
    ...(ask ? { ask } : {}),
    preview: memoryPreview({ recalled, items, knew: amountsOf(known, session), tookMs, masks: policy.masks }),
  };
}

/** How much the turn could rest on, layer by layer. */
function amountsOf({ profile, candidates, contacts = [], rounds, found }: TurnKnowledge, session: SessionState) {
  const slots = session.facts.size + session.constraints.size + taskState(session).size;
  return {
    ...{ session: slots, profile: profile.length, candidates: candidates.length },
    ...{ contacts: contacts.length, rounds: rounds.length, found: found.length },
  };
}
