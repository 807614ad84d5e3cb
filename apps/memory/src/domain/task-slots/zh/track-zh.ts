import type { TaskSchema } from '../task-schema';
import { NO_DIALOGUE_MEMORY, type Named } from '../tracking/dialogue-memory';
import type { SlotChange, SlotTracking, TaskTurn } from '../tracking/task-turn';
import { startsSearch } from './new-search';
import { offered, rejectsOffer, relaxed } from './accept';
import { hear, type Heard } from './hear';
import { labelMentions } from './label-mentions';
import { readNames } from './read-names';
import { readNear } from './read-near';
import { readContents } from './read-contents';
import { readJourney } from './read-journey';
import { readQuantities } from './read-quantities';
import { readTypes } from './read-types';
import { referTo, serviceOfName } from './refer';
import { replyNames } from './reply-names';
import { indexSchema } from './schema-index';
import { targetService } from './target-service';

const OFFERS = /推荐|建议|找到|查到|可以去|怎么样|你?您?看|不错|适合|符合/;
const MAX_NAMED = 60;

function latestLast(named: readonly Named[], heard: Heard): Named[] {
  const spoken = new Set(heard.things.map(({ name }) => name));
  const known = new Map(named.map((thing) => [thing.name, thing]));
  return [
    ...named.filter(({ name }) => !spoken.has(name)),
    ...[...spoken].map((name) => known.get(name) ?? { name }),
  ].slice(-MAX_NAMED);
}

/** What a Chinese turn changes in the slots of a task. */
export function trackZh(schema: TaskSchema, state: ReadonlyMap<string, string>, turn: TaskTurn): SlotTracking {
  const index = indexSchema(schema);
  const memory = turn.memory ?? NO_DIALOGUE_MEMORY;
  const replyText = turn.previousReply ?? '';
  const fresh = replyNames(hear(replyText, memory.named ?? [], index), index, memory.service);
  const known = memory.named ?? [];
  const named = [...known, ...fresh.filter(({ name }) => !known.some((one) => one.name === name)).reverse()];
  const reply = hear(replyText, named, index);
  const heard = hear(turn.text, named, index);
  const labels = labelMentions(heard, index);
  const replyLabels = labelMentions(reply, index);
  const refer = (text: string): string | undefined => referTo(text, index, named, state);
  const wishes = [
    ...readQuantities(heard, index, labels, memory.service),
    ...readTypes(heard, index, memory.service),
    ...readContents(heard, index, memory.service),
  ];
  const readings = [
    ...readJourney(heard, index, memory.service, refer),
    ...wishes,
    ...readNear(
      heard,
      index,
      memory.service,
      refer,
      (name) => serviceOfName(name, index, named, state),
      wishes.length > 0,
    ),
    ...readNames(heard, index, fresh, OFFERS.test(reply.text)).readings,
  ];
  const changes = new Map<string, SlotChange>();
  for (const { slot, value } of readings) {
    const name = slot.slot.name;
    if (!changes.has(name)) changes.set(name, { slot: name, value, because: 'said' });
  }
  if (!rejectsOffer(heard.text)) {
    const offers = offered(
      [...readQuantities(reply, index, replyLabels, memory.service), ...readTypes(reply, index, memory.service)],
      reply,
    );
    const contents = index.slots.filter(({ kind }) => kind === 'content').map(({ slot }) => slot.name);
    for (const change of relaxed(offers, reply, state, contents))
      if (!changes.has(change.slot)) changes.set(change.slot, change);
  }
  for (const service of new Set(wishes.map(({ slot }) => slot.service))) {
    const found = named.some((thing) => thing.service === service);
    if (!found || !startsSearch(heard, wishes, service)) continue;
    for (const { slot, service: own } of index.slots)
      if (own === service)
        if (state.has(slot.name) && (!changes.has(slot.name) || changes.get(slot.name)?.because === 'accepted'))
          changes.set(slot.name, { slot: slot.name, value: null, because: 'dropped' });
  }
  const service = targetService(heard, heard.text.length, memory.service);
  return {
    changes: [...changes.values()].filter(({ slot, value }) => state.get(slot) !== value),
    memory: { offers: [], named: latestLast(named, heard), ...(service === undefined ? {} : { service }) },
  };
}
