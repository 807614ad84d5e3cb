import type { Envelope, MessageDefinition } from '@plinth/contracts';

/**
 * What remains of a message's budget: the budget when it was sent, less the time since the broker appended it, both by our clock
 * (`FetchedRecord.appendedAtMs`). Undefined without a budget. A record from our future has no queue time.
 */
export function remainingMs(
  envelope: Pick<Envelope, 'budgetMs'>,
  appendedAtMs: number,
  nowMs: number,
): number | undefined {
  if (envelope.budgetMs === undefined) return undefined;
  return envelope.budgetMs - Math.max(0, nowMs - appendedAtMs);
}

/** Whether a command of a type that expires has spent its budget. */
export function isExpired(
  definition: Pick<MessageDefinition, 'expires'>,
  envelope: Pick<Envelope, 'budgetMs'>,
  appendedAtMs: number,
  nowMs: number,
): boolean {
  if (!definition.expires) return false;
  const remaining = remainingMs(envelope, appendedAtMs, nowMs);
  return remaining !== undefined && remaining <= 0;
}
