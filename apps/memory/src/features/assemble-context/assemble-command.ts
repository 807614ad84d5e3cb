import type { DataOf, memoryAssemble, memoryAssembled } from '@plinth/contracts';
import type { MessageId, SessionId, TenantId, TurnId } from '@plinth/kernel';

export type Assembled = DataOf<typeof memoryAssembled>;

export interface AssembleCommand {
  readonly id: MessageId;
  readonly tenant: TenantId;
  readonly session: SessionId;
  readonly turn: TurnId;
  readonly data: DataOf<typeof memoryAssemble>;
  /** The turn before this one, where nobody has told what it was answered. */
  readonly previousTurn?: TurnId;
}
