import type { JsonObject } from '@plinth/kernel';
import type { Attributes, AttributeValue, Scalar, Subject } from '@plinth/rollout';

/** Who a call is for, as audiences see it: of its attributes the plain values and the lists of them. Without a user it has no id. */
export const subjectOf = (userId: string | undefined, attributes: JsonObject = {}): Subject => ({
  ...(userId ? { id: userId } : {}),
  attributes: plainOf(attributes),
});

function plainOf(attributes: JsonObject): Attributes {
  const plain: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(attributes)) if (isAttribute(value)) plain[name] = value;
  return plain;
}

const isAttribute = (value: unknown): value is AttributeValue =>
  Array.isArray(value) ? value.every(isScalar) : isScalar(value);

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
