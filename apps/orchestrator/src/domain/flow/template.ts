import type { Json, JsonObject } from '@plinth/kernel';
import type { FlowInstance } from './flow-instance';

const PLACE = /\{\{\s*([^{}\s]+)\s*\}\}/g;

export interface Place {
  /** As written, e.g. `data.check.order.status`. */
  readonly place: string;
  readonly root: string;
  readonly key: string;
  readonly path: readonly string[];
}

/** The template with each place replaced by what `value` gives for it. */
export function replacePlaces(template: string, value: (place: string) => string): string {
  return template.replace(PLACE, (_match, place: string) => value(place));
}

/** The template with its places filled from slots by their whole names; one without a slot stays empty. */
export function renderTemplate(template: string, slots: Readonly<Record<string, string>>): string {
  return replacePlaces(template, (name) => slots[name] ?? '');
}

/** Whether the template is one place and no word beside it. */
export function isOnePlace(template: string): boolean {
  return /^\{\{[^{}]+\}\}$/.test(template.trim());
}

export function placesIn(template: string): readonly Place[] {
  return [...template.matchAll(PLACE)].map((match) => placeOf(match[1] ?? ''));
}

function placeOf(place: string): Place {
  const [root = '', key = '', ...path] = place.split('.');
  return { place, root, key, path };
}

/** The name under which a place becomes a slot of a draft: `slots.refund_time` → `refund_time`, `data.check.eta` → `check_eta`. */
export function draftSlotOf(place: string): string {
  const { root, key, path } = placeOf(place);
  return root === 'slots' ? [key, ...path].join('_') : [key, ...path].join('_').replaceAll('-', '_');
}

/** A template whose places are the slots of a draft. */
export function draftTemplate(template: string): string {
  return replacePlaces(template, (place) => `{{${draftSlotOf(place)}}}`);
}

/** Reads `path` in a JSON value; own properties only. */
export function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (part, key) => (isObject(part) && Object.hasOwn(part, key) ? part[key] : undefined),
    value,
  );
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Values = Pick<FlowInstance, 'slots' | 'results'>;

/** The value of a place: a slot, or a path in the result of a state or, failing that, of the last state that ran that skill. */
export function placeValue(place: Place, { slots, results }: Values): Json | undefined {
  if (place.root === 'slots') return slots[place.key];
  const result = results[place.key] ?? Object.values(results).findLast((other) => other.skill === place.key);
  return result && valueAt(result.data, place.path);
}

/** As text: numbers and booleans as written in JSON, objects as JSON; undefined for what is not there. */
function textOf(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A template filled in, or the first place that nothing fills. */
export function fill(template: string, values: Values): { readonly text: string } | { readonly missing: Place } {
  const missing = placesIn(template).find((place) => textOf(placeValue(place, values)) === undefined);
  if (missing) return { missing };
  return { text: replacePlaces(template, (place) => textOf(placeValue(placeOf(place), values)) ?? '') };
}
