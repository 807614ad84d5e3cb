import type { FileEffectMemory } from '@plinth/skill-kit';

/** An order as one user has it. */
export interface OwnOrder {
  readonly tenant: string;
  readonly userId: string;
  readonly orderId: string;
}

/**
 * Which orders are refunded, and by which number. An order of a user has one refund, the first that was recorded, whatever
 * conversation asks again; the file of the memory outlives the process.
 */
export class Refunds {
  constructor(private readonly recorded: Pick<FileEffectMemory, 'once' | 'find'>) {}

  /** The number of the refund; undefined where there is none. */
  of(order: OwnOrder): string | undefined {
    return numberIn(this.recorded.find(keyOf(order)));
  }

  /** The number under which the order is refunded from now on: `refundId`, or that of an earlier refund. */
  async record(order: OwnOrder, refundId: string): Promise<string> {
    return numberIn(await this.recorded.once(keyOf(order), () => Promise.resolve({ refund_id: refundId }))) ?? refundId;
  }
}

const keyOf = ({ tenant, userId, orderId }: OwnOrder): string => JSON.stringify([tenant, userId, orderId]);

function numberIn(record: Record<string, unknown> | undefined): string | undefined {
  return typeof record?.['refund_id'] === 'string' ? record['refund_id'] : undefined;
}
