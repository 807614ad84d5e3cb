import { Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { ParkedMessages } from '@plinth/bus';
import type { ServiceName } from '@plinth/contracts';
import { Describe, orThrow, RequireScope, throwRefusal } from '@plinth/http';
import { refuse } from '@plinth/kernel';
import { keyOf, keyView, replayFailed, rowView } from './parked-views';

/** The parked messages of each service in this process. */
export const PARKED = Symbol('PARKED');
export type ParkedByService = ReadonlyMap<ServiceName, ParkedMessages>;

const LIST_LIMIT = 500;
const SEQ = /^\d{1,15}$/;

/**
 * What an operator does with messages that could not be handled: see them, replay a key in order, give one up. Bodies stay
 * inside. A key goes by the `id` that the list gives it. 404 for what is not parked, 409 while a replay holds the key and for
 * a replay that failed again.
 */
@Controller('v1/parked')
@RequireScope('operator')
export class ParkedController {
  constructor(@Inject(PARKED) private readonly parked: ParkedByService) {}

  @Describe('Lists what could not be handled and is parked.', { 200: 'The keys of each consumer.' })
  @Get()
  async list() {
    const services = await Promise.all(
      [...this.parked].map(async ([consumer, messages]) =>
        (await messages.list(LIST_LIMIT)).map((key) => ({ consumer, ...keyView(key) })),
      ),
    );
    return { keys: services.flat() };
  }

  @Describe('Reads the parked messages of a key.', { 200: 'The messages, without their bodies.' })
  @Get(':consumer/:id')
  async inspect(@Param('consumer') consumer: string, @Param('id') id: string) {
    const rows = await this.of(consumer).inspect(keyOrThrow(id), LIST_LIMIT);
    return rows.length > 0 ? { messages: rows.map(rowView) } : throwRefusal(notParked());
  }

  @Describe(
    'Handles the parked messages of a key again, in order.',
    { 200: 'How many were handled.' },
    { body: 'none' },
  )
  @Post(':consumer/:id/replay')
  @HttpCode(200)
  async replay(@Param('consumer') consumer: string, @Param('id') id: string) {
    const report = await this.of(consumer).replayKey(keyOrThrow(id));
    if (report.state === 'not_parked') throwRefusal(notParked());
    if (report.state === 'busy') throwRefusal(busy());
    if (report.state === 'failed') throwRefusal(replayFailed(report));
    return { state: report.state, handled: report.handled, discarded: report.discarded };
  }

  @Describe('Gives a parked message up.', { 200: 'It is gone.' })
  @Delete(':consumer/:id/:seq')
  async discard(@Param('consumer') consumer: string, @Param('id') id: string, @Param('seq') seq: string) {
    const messages = this.of(consumer);
    const key = keyOrThrow(id);
    const outcome = SEQ.test(seq) ? await messages.discard(key, Number(seq)) : 'absent';
    if (outcome === 'absent') throwRefusal(notParked());
    if (outcome === 'busy') throwRefusal(busy());
    return { discarded: true };
  }

  private of(consumer: string): ParkedMessages {
    const found = [...this.parked].find(([name]) => name === consumer)?.[1];
    return orThrow(
      found ??
        refuse('not_found', 'consumer_not_here', 'This process does not serve that consumer.', { field: 'consumer' }),
    );
  }
}

const keyOrThrow = (id: string): string => orThrow(keyOf(id) ?? notParked());
const notParked = () =>
  refuse('not_found', 'not_parked', 'Nothing is parked there; it may have been replayed already.');
const busy = () =>
  refuse('conflict', 'parked_key_busy', 'A replay or a discard holds this key; try again when it is done.');
