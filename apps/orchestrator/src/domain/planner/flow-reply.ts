import { languageOf, type Language } from '@plinth/contracts';
import type { FlowInstance } from '../flow/flow-instance';
import { byKind, type Flow, type Localised, type ReplyState } from '../flow/flow';
import { enterState, stateOf } from '../flow/interpret-flow';
import { draftSlotOf, draftTemplate, fill, placesIn } from '../flow/template';
import type { ActiveTurn } from '../session/session';
import { askPerson } from './ask-person';
import { draftOf, type Composition, type Sentence } from './composition';
import { withAsk } from './memory-reply';
import type { Decision, Evidence } from '../session/reply-parts';

type Reply = Composition | { readonly missing: string };

/** The reply of the state that a flow rests in, or the place that nothing fills: then the flow cannot speak. */
export function flowReply(active: ActiveTurn, flow: Flow, instance: FlowInstance): Reply {
  return byKind<Reply>(stateOf(flow, instance.state), {
    skill: () => {
      const slot = missingSlot(flow, instance);
      const ask = slot && flow.definition.slots[slot]?.ask;
      return ask
        ? asked(active, flow, instance, ask, { waits_for: 'slot', slot })
        : { missing: slot ?? instance.state };
    },
    ask: ({ ask }) => asked(active, flow, instance, ask, { waits_for: 'reply' }),
    reply: (state) => replied(active, flow, instance, state),
  });
}

function asked(active: ActiveTurn, flow: Flow, instance: FlowInstance, question: Localised, waits: FlowOutlook): Reply {
  const language = languageOf(active.input.locale, active.input.text);
  const slot = 'slot' in waits && waits.slot !== undefined ? flow.definition.slots[waits.slot] : undefined;
  const who = slot?.anchor === 'person' ? askPerson(active, language) : undefined;
  const sentence = who ?? sentenceOf(question[language], instance);
  return 'missing' in sentence ? sentence : composition(active, flow, instance, draftOf([sentence]), waits);
}

function replied(active: ActiveTurn, flow: Flow, instance: FlowInstance, state: ReplyState): Reply {
  const { reply, set, decision } = state;
  const language = languageOf(active.input.locale, active.input.text);
  const slots = settled(set, instance);
  if ('missing' in slots) return slots;
  const values = { ...instance, slots: slots.slots };
  const sentence = sentenceOf(reply[language], values);
  if ('missing' in sentence) return sentence;
  const said = { ...sentence, slots: { ...pick(slots.slots, Object.keys(set)), ...sentence.slots } };
  const composed = composition(active, flow, instance, withAsk([said], active.memory, language), { ends: true });
  const stated = decision && statedDecision(decision, values, language);
  if (!stated) return composed;
  return 'missing' in stated ? stated : { ...composed, texts: { ...composed.texts, decisions: [stated] } };
}

function statedDecision(
  { kind, choice, reason }: NonNullable<ReplyState['decision']>,
  values: Pick<FlowInstance, 'slots' | 'results'>,
  language: Language,
): Decision | { readonly missing: string } {
  const [what, why] = [fill(choice[language], values), fill(reason[language], values)];
  if ('missing' in what) return { missing: what.missing.place };
  if ('missing' in why) return { missing: why.missing.place };
  return { kind, choice: what.text, reason: why.text };
}

function missingSlot(flow: Flow, instance: FlowInstance): string | undefined {
  const entering = enterState(flow, instance.state, instance);
  return 'askFor' in entering ? entering.askFor : undefined;
}

function settled(
  set: Readonly<Record<string, string>>,
  instance: FlowInstance,
): { readonly slots: Readonly<Record<string, string>> } | { readonly missing: string } {
  let slots = instance.slots;
  for (const [name, template] of Object.entries(set)) {
    const value = fill(template, { ...instance, slots });
    if ('missing' in value) return { missing: value.missing.place };
    slots = { ...slots, [name]: value.text };
  }
  return { slots };
}

function sentenceOf(
  template: string,
  values: Pick<FlowInstance, 'slots' | 'results'>,
): Sentence | { readonly missing: string } {
  const slots: Record<string, string> = {};
  for (const { place } of placesIn(template)) {
    const value = fill(`{{${place}}}`, values);
    if ('missing' in value) return { missing: place };
    slots[draftSlotOf(place)] = value.text;
  }
  return { template: draftTemplate(template), slots };
}

function pick(slots: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(slots).filter(([name]) => names.includes(name)));
}

type FlowOutlook = NonNullable<Composition['data']['flow']>;

function composition(
  active: ActiveTurn,
  flow: Flow,
  instance: FlowInstance,
  draft: Composition['texts']['draft'],
  outlook: FlowOutlook,
): Composition {
  const { name } = flow.definition;
  const skills = active.skillResults
    .filter((result) => result.status === 'succeeded')
    .map((result): Evidence => ({
      kind: 'skill',
      id: result.command_id,
      skill: result.skill,
      version: result.version,
    }));
  return {
    data: {
      by: 'flow',
      notices: [],
      decisions: [{ kind: 'flow', choice: `${name}/${instance.state}`, reason: reasonOf(instance) }],
      used_memory_ids: [],
      flow: outlook,
    },
    texts: { draft, evidence: [...skills, { kind: 'flow', id: flow.hash, name }] },
  };
}

/** Why the flow rests here: its last result, in codes alone. */
function reasonOf(instance: FlowInstance): string {
  const last = Object.entries(instance.results).at(-1);
  if (!last) return 'triggered';
  const [state, { outcome, code }] = last;
  return code === undefined ? `${state} ${outcome}` : `${state} ${outcome} ${code}`;
}
