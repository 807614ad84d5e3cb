import type { BusProducer } from '@plinth/bus';
import { commandFailed, modelAnswer, modelAnswered, type InputOf, type MessageDefinition } from '@plinth/contracts';
import { deriveId, messageId, type Clock, type ErrorBody } from '@plinth/kernel';
import { ModelReplies, type ModelCall, type ModelText } from '../../../ports/turn-model';

/** Replies as the bus itself would derive them: the id follows from the command, so a repetition is a duplicate (T3). */
export class BusModelReplies extends ModelReplies {
  constructor(
    private readonly producer: BusProducer,
    private readonly clock: Clock,
  ) {
    super();
  }

  answered(call: ModelCall, answer: ModelText): Promise<void> {
    return this.send(call, modelAnswered, answer);
  }

  failed(call: ModelCall, error: ErrorBody): Promise<void> {
    return this.send(call, commandFailed, { command_type: modelAnswer.type, consumer: 'orchestrator', error });
  }

  private async send<D extends MessageDefinition>(call: ModelCall, definition: D, data: InputOf<D>): Promise<void> {
    const { tenant, session, turn, request, command } = call;
    const envelope = {
      id: messageId(deriveId(command, definition.type, 0)),
      source: 'orchestrator' as const,
      timeMs: this.clock.now(),
      tenant,
      session,
      causation: messageId(command),
      ...(turn !== undefined && { turn }),
      ...(request !== undefined && { request }),
    };
    await this.producer.send([{ definition, envelope, data }]);
  }
}
