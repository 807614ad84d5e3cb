import { Controller } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { commandFailed, memoryEnded, userErase, type MessageDefinition, type Outgoing } from '@plinth/contracts';
import { messageId, sessionId, SystemClock, tenantId } from '@plinth/kernel';
import { InProcessTransport } from './adapters/in-process/in-process-transport';
import type { Delivery } from './delivery';
import { ServiceBus } from './engine/service-bus';
import { Data, DeliveryContext, HandleMessages } from './handlers';
import { PlinthBusServer } from './nest/plinth-bus-server';
import { InMemoryParkingStore } from './parking/in-memory-parking-store';

const clock = new SystemClock();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const got: [type: string, data: unknown][] = [];

@Controller()
class RepliesController {
  @HandleMessages([memoryEnded, commandFailed])
  take(@Data() data: unknown, @DeliveryContext() delivery: Delivery): void {
    got.push([delivery.type, data]);
  }
}

const sent = (id: string, definition: MessageDefinition, data: Outgoing['data']): Outgoing => ({
  definition,
  envelope: {
    id: messageId(id),
    source: 'memory',
    timeMs: clock.now(),
    tenant: tenantId('t'),
    session: sessionId('s'),
    causation: messageId(`cause-of-${id}`),
  },
  data,
});

describe('HandleMessages', () => {
  it('calls one method for each message of its list, and tells it the type of what came', async () => {
    const parking = new InMemoryParkingStore(clock);
    const transport = new InProcessTransport(clock);
    const bus = new ServiceBus({ service: 'orchestrator', transport, parking, clock, log });
    const app = await NestFactory.create(
      { module: class Replies {}, controllers: [RepliesController] },
      { logger: false },
    );
    app.connectMicroservice({ strategy: new PlinthBusServer(bus, () => 1_000) });
    await app.startAllMicroservices();
    const failed = { command_type: 'x', consumer: 'memory', error: { code: 'c', message: 'm', retryable: false } };
    await bus.producer.send([sent('1', memoryEnded, { removed: 1 }), sent('2', commandFailed, failed)]);
    for (let i = 0; i < 200 && got.length < 2; i += 1) await new Promise((done) => setTimeout(done, 5));
    await app.close();
    expect(got).toEqual([
      ['memory.ended.v1', { removed: 1 }],
      ['command.failed.v1', failed],
    ]);
  });

  it('refuses a message of several topics, since it cannot know which of them is meant', () => {
    expect(() => HandleMessages([memoryEnded, userErase])).toThrow('name the topic on which user.erase.v1 is handled');
  });
});
