import { Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { ParkedMessages, ParkedRow } from '@plinth/bus';
import type { ServiceName } from '@plinth/contracts';
import { orThrow, RequireScope } from '@plinth/http';
import { refuse } from '@plinth/kernel';

/** The parked messages of each service in this process. */
export const PARKED = Symbol('PARKED');
export type ParkedByService = ReadonlyMap<ServiceName, ParkedMessages>;

const LIST_LIMIT = 500;

/** What an operator does with messages that could not be handled: see them, replay a key in order, give one up. Bodies stay inside. */
@Controller('v1/parked')
@RequireScope('operator')
export class ParkedController {
  constructor(@Inject(PARKED) private readonly parked: ParkedByService) {}

  @Get()
  async list() {
    const services = await Promise.all(
      [...this.parked].map(async ([consumer, messages]) =>
        (await messages.list(LIST_LIMIT)).map((key) => ({ consumer, ...keyView(key) })),
      ),
    );
    return { keys: services.flat() };
  }

  @Get(':consumer/:key')
  async inspect(@Param('consumer') consumer: string, @Param('key') key: string) {
    return { messages: (await this.of(consumer).inspect(key, LIST_LIMIT)).map(rowView) };
  }

  @Post(':consumer/:key/replay')
  @HttpCode(200)
  replay(@Param('consumer') consumer: string, @Param('key') key: string) {
    return this.of(consumer).replayKey(key);
  }

  @Delete(':consumer/:key/:seq')
  async discard(@Param('consumer') consumer: string, @Param('key') key: string, @Param('seq') seq: string) {
    const discarded = /^\d{1,15}$/.test(seq) && (await this.of(consumer).discard(key, Number(seq)));
    return { discarded };
  }

  private of(consumer: string): ParkedMessages {
    const found = [...this.parked].find(([name]) => name === consumer)?.[1];
    return orThrow(
      found ??
        refuse('not_found', 'consumer_not_here', 'This process does not serve that consumer.', { field: 'consumer' }),
    );
  }
}

function keyView(key: Awaited<ReturnType<ParkedMessages['list']>>[number]) {
  return {
    key: key.parkingKey,
    messages: key.messages,
    parked_at: new Date(key.firstParkedAtMs).toISOString(),
    error_code: key.errorCode,
  };
}

function rowView({ seq, messageId, type, tenant, session, turn, error, parkedAtMs, erased }: ParkedRow) {
  return {
    seq,
    id: messageId,
    type,
    tenant,
    session,
    turn,
    error,
    parked_at: new Date(parkedAtMs).toISOString(),
    erased,
  };
}
