import type { FlowInstance } from '../flow/flow-instance';
import { applyVerdict } from './apply-verdict';
import { commandId } from './command-id';
import type { Session, Step } from './session';
import type { EventBodies, SessionEvent } from './session-event';
import { stepRecord } from './step-record';
import { answered, waiting } from './waiting-turn';

function modelRequested(session: Session, event: SessionEvent<'model.requested.v1'>): Session {
  const { active } = session;
  if (!active || active.input.turn !== event.turn) return session;
  const step: Step = { kind: 'model', command: commandId(active.input.turn, 'model.answer'), since: event.at };
  return { ...session, active: { ...active, step } };
}

function modelAnswered(session: Session, event: SessionEvent<'model.answered.v1'>): Session {
  const active = waiting(session, event, 'model');
  if (!active || !event.texts) return session;
  const { input_tokens, output_tokens } = event.data;
  const tokens = {
    calls: active.tokens.calls + 1,
    input: active.tokens.input + input_tokens,
    output: active.tokens.output + output_tokens,
  };
  const steps = [...active.steps, stepRecord(active.step, event.at, 'succeeded')];
  return answered(session, event, {
    ...active,
    tokens,
    steps,
    step: { kind: 'compose_model', text: event.texts.text },
  });
}

function composed(session: Session, event: SessionEvent<'draft.composed.v1'>): Session {
  const { active, flow, ...rest } = session;
  const { data, texts, at } = event;
  if (!active || active.input.turn !== event.turn || !texts) return session;
  const pin = data.by === 'flow' && flow ? { name: flow.name, hash: flow.hash, state: flow.state } : undefined;
  const next = { ...active, ...draftOf(data, texts, pin), notices: [...active.notices, ...data.notices] };
  const step: Step = { kind: 'commit', command: commandId(active.input.turn, 'memory.commit'), since: at };
  return { ...rest, active: { ...next, step }, ...waitingFlow(flow, data.flow) };
}

type ComposedBody = EventBodies['draft.composed.v1'];

function draftOf(
  data: ComposedBody['data'],
  texts: ComposedBody['texts'],
  pin: { name: string; hash: string; state: string } | undefined,
) {
  const { by, decisions, used_memory_ids: usedMemoryIds } = data;
  return {
    draft: texts.draft,
    composed: {
      by,
      decisions: [...decisions, ...(texts.decisions ?? [])],
      usedMemoryIds,
      evidence: texts.evidence,
      ...(pin && { flow: pin }),
    },
  };
}

function waitingFlow(flow: FlowInstance | undefined, then: ComposedBody['data']['flow']): { flow?: FlowInstance } {
  if (!flow || (then && 'ends' in then)) return {};
  if (!then) return { flow };
  return { flow: { ...flow, waiting: { for: then.waits_for, ...(then.slot !== undefined && { slot: then.slot }) } } };
}

function verdict(session: Session, event: SessionEvent<'verdict.reached.v1'>): Session {
  const active = waiting(session, event, 'reflect');
  if (!active || !event.texts) return session;
  const steps = [...active.steps, stepRecord(active.step, event.at, 'succeeded')];
  return answered(session, event, { ...applyVerdict(active, event.data, event.texts.corrections, event.at), steps });
}

/** A draft: asked of the model where no flow and no memory decides, composed, judged. */
export const evolveDraft = {
  'model.requested.v1': modelRequested,
  'model.answered.v1': modelAnswered,
  'draft.composed.v1': composed,
  'verdict.reached.v1': verdict,
};
