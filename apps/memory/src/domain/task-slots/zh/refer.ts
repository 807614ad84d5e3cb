import type { Named } from '../tracking/dialogue-memory';
import type { IndexedService, SchemaIndex } from './schema-index';

const POINTER = /^(?:这|那|该|刚才|刚刚|上面|前面|我?[选订定住]的?|的|个|家|间|处|里|儿|去过?|我|们|吃饭|所在)+/;

function serviceNamed(text: string, index: SchemaIndex): IndexedService | undefined {
  const rest = text.replace(POINTER, '').trim();
  return index.services.find(({ nouns }) => nouns.includes(rest));
}

/**
 * The name that a text means: the thing of a service that was taken or spoken of last (“那家酒店”), or the known thing whose
 * branch it leaves out (“锦江之星” for “锦江之星(中关村店)”). Undefined when it means none.
 */
export function referTo(
  text: string,
  index: SchemaIndex,
  named: readonly Named[],
  state: ReadonlyMap<string, string>,
): string | undefined {
  const service = serviceNamed(text, index);
  if (service === undefined) {
    if (text.length < 2 || named.some(({ name }) => name === text)) return undefined;
    return named.findLast(({ name }) => name.startsWith(text) && /^[(（]/.test(name.slice(text.length)))?.name;
  }
  const slot = index.slots.find((one) => one.kind === 'name' && one.service === service.name);
  const taken = slot === undefined ? undefined : state.get(slot.slot.name);
  return taken ?? named.findLast((thing) => thing.service === service.name)?.name;
}

/** The service whose thing a name is: as the dialogue told, by the slot that holds it, or by the noun that its proper part ends in. */
export function serviceOfName(
  name: string,
  index: SchemaIndex,
  named: readonly Named[],
  state: ReadonlyMap<string, string>,
): string | undefined {
  const holder = index.slots.find(({ kind, slot }) => kind === 'name' && state.get(slot.name) === name);
  const told = holder?.service ?? named.find((thing) => thing.name === name)?.service;
  const proper = name.replace(/[(（].*$/u, '');
  return told ?? index.services.find(({ nouns }) => nouns.some((noun) => proper.endsWith(noun)))?.name;
}
