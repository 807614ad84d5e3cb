import { languageOf } from '@plinth/contracts';
import { chooseFlow } from '../flow/choose-flow';
import { fillSlots, NO_SOURCES, type SlotSources } from '../flow/fill-slots';
import type { Flow } from '../flow/flow';
import { answerWaiting } from '../flow/interpret-flow';
import type { ActiveTurn, Session } from '../session/session';
import type { Composition } from './composition';
import { fallbackReply } from './fallback-reply';
import { memoryReply } from './memory-reply';
import { plain } from './composition';
import { phrasesOf } from './phrases';
import { withAsk } from './memory-reply';

type Slots = Readonly<Record<string, string>>;

/** What the planner rests on beside the session; the same on every replica that has the same flows and configuration. */
export interface Knowledge {
  /** The flows that new turns may trigger. */
  readonly flows: readonly Flow[];
  /** Also flows that running instances have pinned (T4). */
  readonly flowByHash: (hash: string) => Flow | undefined;
  readonly hasModel: boolean;
}

export type Plan =
  | { readonly kind: 'start_flow'; readonly flow: Flow; readonly slots: Slots; readonly leaves: boolean }
  | { readonly kind: 'move_flow'; readonly to: string; readonly cause: string; readonly slots: Slots }
  | { readonly kind: 'ask_model' }
  | { readonly kind: 'reply'; readonly composition: Composition; readonly leaves?: boolean };

/**
 * Who answers a turn (O10): the flow that waits for it, the flow that it triggers, memory, the model if there is one, and at last
 * a sentence that says so. Pure: the same session and knowledge give the same plan.
 */
export function planTurn(session: Session, active: ActiveTurn, knowledge: Knowledge): Plan {
  const { text } = active.input;
  const sources: SlotSources = active.memory ?? NO_SOURCES;
  const triggered = chooseFlow(knowledge.flows, text, sources.anchors);
  const waiting = session.flow?.waiting ? session.flow : undefined;
  const pinned = waiting && knowledge.flowByHash(waiting.hash);
  const direct = active.memory && memoryReply(active.memory, languageOf(active.input.locale, text));
  // A question about what was decided before names the same things as a wish to have them done.
  if (direct && active.memory?.answer?.decision) return { kind: 'reply', composition: direct };
  if (waiting && pinned) {
    const answer = answerWaiting(pinned, waiting, text, sources);
    const other = triggered && triggered.definition.name !== waiting.name ? triggered : undefined;
    if (answer.kind === 'declined') return { kind: 'reply', composition: declined(active), leaves: true };
    if (
      answer.kind === 'moves' &&
      !(other && answer.cause === 'slot_filled' && isOpenSlot(pinned, waiting.waiting?.slot))
    )
      return { kind: 'move_flow', to: answer.to, cause: answer.cause, slots: answer.slots };
    if (!other && direct) return { kind: 'reply', composition: direct };
    if (!other && answer.kind === 'unclear')
      return { kind: 'move_flow', to: answer.to, cause: 'unclear', slots: waiting.slots };
  }
  if (triggered)
    return {
      kind: 'start_flow',
      flow: triggered,
      slots: fillSlots(triggered.definition, {}, { ...sources, text }),
      leaves: waiting !== undefined,
    };
  if (direct) return { kind: 'reply', composition: direct };
  return knowledge.hasModel ? { kind: 'ask_model' } : { kind: 'reply', composition: fallbackReply(active) };
}

/** A slot that any text answers: then a text that triggers another flow is taken as that. */
function isOpenSlot(flow: Flow, slot: string | undefined): boolean {
  return slot !== undefined && flow.definition.slots[slot]?.anchor === undefined;
}

function declined(active: ActiveTurn): Composition {
  const language = languageOf(active.input.locale, active.input.text);
  return {
    data: {
      by: 'flow',
      notices: [],
      decisions: [{ kind: 'flow', choice: 'stop', reason: 'declined_by_user' }],
      used_memory_ids: [],
      flow: { ends: true },
    },
    texts: { draft: withAsk([plain(phrasesOf(language).flowDeclined)], active.memory, language), evidence: [] },
  };
}
