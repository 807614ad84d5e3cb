import { isRecord, type JsonRecord } from '@plinth/json-schema';
import { loss, type Comparing, type Loss } from './loss';
import type { SchemaView } from './schema-view';

/** Properties that are asked for now, are not taken any more, or take less. */
export function lostProperties(from: SchemaView, to: SchemaView, at: string, comparing: Comparing): readonly Loss[] {
  const [before, after] = [recordOf(from), recordOf(to)];
  const required = namesOf(after)
    .filter((name) => !namesOf(before).includes(name))
    .map((name) => loss(`${at}/required/${name}`, 'required', 'optional or unknown', 'required'));
  const properties = Object.keys(propertiesOf(before)).flatMap((name) => lostProperty(from, to, name, at, comparing));
  return [...required, ...properties, ...lostOthers(from, to, at, comparing)];
}

function lostProperty(
  from: SchemaView,
  to: SchemaView,
  name: string,
  at: string,
  comparing: Comparing,
): readonly Loss[] {
  const place = `${at}/properties/${name}`;
  const [before, after] = [from.inside('properties', name), to.inside('properties', name)];
  if (!before) return [];
  if (after) return comparing.inside(before, after, place);
  const others = to.inside('additionalProperties');
  if (others && others.schema !== false) return comparing.inside(before, others, place);
  if (!others && comparing.objects === 'open') return [];
  return [loss(place, 'property_missing', 'taken', 'unknown')];
}

/** What the schemas say of properties that they do not name. */
function lostOthers(from: SchemaView, to: SchemaView, at: string, comparing: Comparing): readonly Loss[] {
  const [before, after] = [from.inside('additionalProperties'), to.inside('additionalProperties')];
  const hadNames = 'properties' in recordOf(from) || 'properties' in recordOf(to);
  const isClosed = (view: SchemaView | undefined): boolean =>
    view ? view.schema === false : comparing.objects === 'closed' && hadNames;
  if (isClosed(before)) return [];
  const place = `${at}/additionalProperties`;
  if (isClosed(after)) return [loss(place, 'additional_properties', 'open', 'closed')];
  return after ? comparing.inside(before ?? from.open(), after, place) : [];
}

const recordOf = ({ schema }: SchemaView): JsonRecord => (isRecord(schema) ? schema : {});
const propertiesOf = ({ properties }: JsonRecord): JsonRecord => (isRecord(properties) ? properties : {});
const namesOf = ({ required }: JsonRecord): readonly string[] => (Array.isArray(required) ? required.map(String) : []);
