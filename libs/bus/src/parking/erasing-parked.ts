import { userErase, userErased, type DataOf } from '@plinth/contracts';
import type { HandlerResult, Reply } from '../delivery';
import type { HandlerTable } from '../engine/engine-options';
import type { MessageFunction } from '../engine/handler-call';
import type { ParkingStore } from './parking-store';

/**
 * The same handlers, but that of `user.erase.v1` also erases what the user said in this service's parked messages and adds
 * their number to the counts that it answers. By user ids: messages that name only a session are for who knows the user's
 * sessions (`ParkingStore.erase`).
 */
export function erasingParked(handlers: HandlerTable, parking: ParkingStore): HandlerTable {
  return new Map(
    [...handlers].map(([pattern, handler]) => [
      pattern,
      pattern.endsWith(`#${userErase.type}`) ? withErasure(handler, parking) : handler,
    ]),
  );
}

function withErasure(handler: MessageFunction, parking: ParkingStore): MessageFunction {
  return async (data, delivery) => {
    const { user_ids: users } = data as DataOf<typeof userErase>;
    const erased = await parking.erase(delivery.tenant, { users, sessions: [] });
    return counted(await handler(data, delivery), erased);
  };
}

function counted(result: HandlerResult, erased: number): HandlerResult {
  if (result === undefined) return undefined;
  return isList(result) ? result.map((each) => withCount(each, erased)) : withCount(result, erased);
}

const isList = (result: Reply | readonly Reply[]): result is readonly Reply[] => Array.isArray(result);

function withCount(answer: Reply, erased: number): Reply {
  if (answer.definition.type !== userErased.type) return answer;
  const { counts, ...rest } = answer.data as DataOf<typeof userErased>;
  return { ...answer, data: { ...rest, counts: { ...counts, parked_messages: erased } } };
}
