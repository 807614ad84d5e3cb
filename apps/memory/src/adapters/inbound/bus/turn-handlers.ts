import { Controller } from '@nestjs/common';
import { Data, DeliveryContext, HandleMessage, reply, type Delivery, type HandlerResult } from '@plinth/bus';
import {
  commandFailed,
  memoryAssemble,
  memoryAssembled,
  memoryCommit,
  memoryCommitted,
  memoryEnd,
  memoryEnded,
  type DataOf,
} from '@plinth/contracts';
import { isRefusal, PermanentError, turnId, userId, type Refusal, type SessionId, type TurnId } from '@plinth/kernel';
import { isAhead, refusedAhead } from '../../../domain/items/stamp';
import { AssembleContext } from '../../../features/assemble-context/assemble-context';
import { CommitTurn } from '../../../features/commit-turn/commit-turn';
import { EndSession } from '../../../features/end-session/end-session';

/** The commands of a session. A refusal is an answer, `command.failed` with its code; failures are left to the bus. */
@Controller()
export class TurnHandlers {
  constructor(
    private readonly assembleContext: AssembleContext,
    private readonly commitTurn: CommitTurn,
    private readonly endSession: EndSession,
  ) {}

  @HandleMessage(memoryAssemble)
  async assemble(
    @Data() data: DataOf<typeof memoryAssemble>,
    @DeliveryContext() delivery: Delivery,
  ): Promise<HandlerResult> {
    if (isAhead(Date.parse(data.now), Date.now())) return failed(delivery, refusedAhead('now'));
    const assembled = await this.assembleContext.assemble({ ...addressOf(delivery), data });
    return isRefusal(assembled) ? failed(delivery, assembled) : reply(memoryAssembled, assembled);
  }

  @HandleMessage(memoryCommit)
  async commit(
    @Data() data: DataOf<typeof memoryCommit>,
    @DeliveryContext() delivery: Delivery,
  ): Promise<HandlerResult> {
    if (isAhead(Date.parse(data.observed_at), Date.now())) return failed(delivery, refusedAhead('observed_at'));
    const committed = await this.commitTurn.commit({ ...addressOf(delivery), data });
    return isRefusal(committed) ? failed(delivery, committed) : reply(memoryCommitted, committed);
  }

  @HandleMessage(memoryEnd)
  async end(@Data() data: DataOf<typeof memoryEnd>, @DeliveryContext() delivery: Delivery): Promise<HandlerResult> {
    const { tenant, session } = addressOf(delivery);
    const user = data.user_id === undefined ? undefined : userId(data.user_id);
    return reply(memoryEnded, await this.endSession.end(tenant, session, user));
  }
}

function addressOf({
  id,
  tenant,
  session,
  turn,
}: Delivery): Pick<Delivery, 'id' | 'tenant'> & { session: SessionId; turn: TurnId } {
  if (session === undefined)
    throw new PermanentError('session_missing', 'A command of a session names it.', {
      field: 'session',
      rule: 'required',
    });
  return { id, tenant, session, turn: turn ?? turnId(id) };
}

function failed({ type }: Delivery, { error }: Refusal): HandlerResult {
  return reply(commandFailed, { command_type: type, consumer: 'memory', error });
}
