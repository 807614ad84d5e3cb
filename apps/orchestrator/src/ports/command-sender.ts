import type { Command } from '../domain/next/decide';
import type { SessionKey } from '../domain/session/session';

export abstract class CommandSender {
  /**
   * Sends in the order given; the commands of one session keep their order over calls. Resolves when the bus has them; throws
   * TransientError when that is not known: send the same ids again (T3).
   */
  abstract send(key: SessionKey, commands: readonly Command[], nowMs: number): Promise<void>;
}
