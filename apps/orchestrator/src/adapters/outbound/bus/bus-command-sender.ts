import type { BusProducer } from '@plinth/bus';
import { messageId } from '@plinth/kernel';
import type { Command } from '../../../domain/next/decide';
import type { SessionKey } from '../../../domain/session/session';
import { CommandSender } from '../../../ports/command-sender';

/** Commands as messages of the bus, keyed by their session. */
export class BusCommandSender extends CommandSender {
  constructor(private readonly producer: BusProducer) {
    super();
  }

  async send({ tenant, session }: SessionKey, commands: readonly Command[], nowMs: number): Promise<void> {
    if (commands.length === 0) return;
    await this.producer.send(
      commands.map(({ id, definition, data, turn, request, budgetMs }) => ({
        definition,
        data,
        envelope: {
          id: messageId(id),
          source: 'orchestrator',
          timeMs: nowMs,
          tenant,
          session,
          ...(turn !== undefined && { turn }),
          ...(request !== undefined && { request }),
          ...(budgetMs !== undefined && { budgetMs }),
        },
      })),
    );
  }
}
