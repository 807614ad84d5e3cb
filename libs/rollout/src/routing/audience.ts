import type { Attributes, AttributeValue, Audience, Scalar } from '../plan/rollout-plan';

/** Who a call is for. Without an id nobody is sticky, so the baseline serves. */
export interface Subject {
  readonly id?: string | undefined;
  readonly attributes: Attributes;
}

export function belongsTo(audience: Audience, subject: Subject): boolean {
  switch (audience.kind) {
    case 'all':
      return true;
    case 'segment':
      return sharesOne(subject.attributes['segment'], audience.segments);
    case 'attributes':
      return Object.entries(audience.match).every(([name, wanted]) => sharesOne(subject.attributes[name], wanted));
    case 'list':
      return subject.id !== undefined && audience.ids.includes(subject.id);
  }
}

/** Equality is by type too: the text "1" is not the number 1. */
function sharesOne(held: AttributeValue | undefined, wanted: AttributeValue): boolean {
  if (held === undefined) return false;
  const accepted = listOf(wanted);
  return listOf(held).some((value) => accepted.includes(value));
}

const listOf = (value: AttributeValue): readonly Scalar[] => (isList(value) ? value : [value]);

function isList(value: AttributeValue): value is readonly Scalar[] {
  return Array.isArray(value);
}
