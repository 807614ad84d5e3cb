import {
  contentHash,
  deriveId,
  isRefusal,
  messageId,
  refuse,
  type Json,
  type JsonObject,
  type Refusal,
  type TenantId,
  type UserId,
} from '@plinth/kernel';
import { z } from 'zod';
import type { CommitPlan } from '../../domain/profile/commit-plan';
import type { ItemLedger } from '../../ports/item-ledger';

const NOTHING: CommitPlan = { deprecated: [], facts: [], candidates: [], log: [], items: [] };
const recorded = z.looseObject({ body: z.string() });
const claimed = z.object({ body: z.string(), answers: z.string().exactOptional() });

/** Refuses a key that came with another body before; `reply` is what was recorded with the key, under `body` the hash of its body. */
export function keyReused(reply: Json, body: string): Refusal | undefined {
  if (reply === null || recorded.parse(reply).body === body) return undefined;
  return refuse('conflict', 'idempotency_key_reused', 'This idempotency key came with another body before.', {
    field: 'Idempotency-Key',
    rule: 'same_body',
  });
}

/** `field`: what says when it was said. */
export const erasedBefore = (field: string): Refusal =>
  refuse('gone', 'user_erased', 'What was said before its user was erased is not stored again.', {
    field,
    rule: 'after_erasure',
  });

export interface Claim {
  readonly tenant: TenantId;
  readonly userId: UserId;
  /** The key as its client sent it, within what it is unique in. */
  readonly key: readonly string[];
  readonly body: JsonObject;
  /** What the request refers to that may have moved on when it is repeated. */
  readonly answers?: string;
  readonly saidAtMs: number;
}

/** Idempotency keys of requests whose work is done in more than one transaction. */
export class OnceByKey {
  constructor(private readonly ledger: ItemLedger) {}

  /**
   * Records a key with the hash of its body before the work is begun, once: a repetition answers what the first referred to, another body
   * is refused. The work itself has to be idempotent, since what died halfway is done again.
   */
  async claim({ tenant, userId, key, body, answers, saidAtMs }: Claim): Promise<{ answers?: string } | Refusal> {
    const commandId = messageId(deriveId('idempotency-key', tenant, userId, ...key));
    const hash = contentHash(body);
    const written = await this.ledger.write({ tenant, userId, commandId }, ({ erasedUntilMs }) =>
      saidAtMs <= erasedUntilMs
        ? erasedBefore('now')
        : { plan: NOTHING, reply: { body: hash, ...(answers === undefined ? {} : { answers }) } },
    );
    if (isRefusal(written)) return written;
    if (written.reply === null) return erasedBefore('now');
    return keyReused(written.reply, hash) ?? claimed.parse(written.reply);
  }
}
