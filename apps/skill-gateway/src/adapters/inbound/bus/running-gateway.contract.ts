import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Module } from '@nestjs/common';
import { Data, DeliveryContext, HandleMessage, type BusProducer, type Delivery } from '@plinth/bus';
import { loadConfig, platformConfig } from '@plinth/config';
import {
  commandFailed,
  skillFailed,
  skillInvoke,
  skillSucceeded,
  type DataOf,
  type MessageDefinition,
  type Outgoing,
} from '@plinth/contracts';
import { messageId, sessionId, tenantId, turnId } from '@plinth/kernel';
import { startHost, type ServiceDefinition } from '@plinth/platform';
import { createLogger } from '@plinth/telemetry';
import { skillGatewayService } from '../../../app.module';

export interface ReceivedReply {
  readonly id: string;
  readonly type: string;
  readonly session: string | undefined;
  readonly data: unknown;
}

/** Stands where the orchestrator stands: sends commands, hears replies. */
class Caller {
  producer: BusProducer | undefined;
  private readonly replies = new Map<string, ReceivedReply[]>();
  private waiting: (() => void)[] = [];

  hear(data: unknown, delivery: Delivery): undefined {
    const { id, type, session, causation = '' } = delivery;
    this.replies.set(causation, [...(this.replies.get(causation) ?? []), { id, type, session, data }]);
    this.waiting.splice(0).forEach((wake) => wake());
    return undefined;
  }

  async replyTo(commandId: string, nth: number): Promise<ReceivedReply> {
    for (;;) {
      const reply = this.replies.get(commandId)?.[nth];
      if (reply) return reply;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }
}

function callerService(caller: Caller): ServiceDefinition {
  @Controller()
  class ReplyHandler {
    @HandleMessage(skillSucceeded)
    succeeded(@Data() data: DataOf<typeof skillSucceeded>, @DeliveryContext() delivery: Delivery) {
      return caller.hear(data, delivery);
    }
    @HandleMessage(skillFailed)
    failed(@Data() data: DataOf<typeof skillFailed>, @DeliveryContext() delivery: Delivery) {
      return caller.hear(data, delivery);
    }
    @HandleMessage(commandFailed)
    undone(@Data() data: DataOf<typeof commandFailed>, @DeliveryContext() delivery: Delivery) {
      return caller.hear(data, delivery);
    }
  }
  @Module({})
  class CallerModule {}
  return {
    name: 'orchestrator',
    portOffset: 0,
    schema: 'caller',
    migrations: [],
    module({ producer }) {
      caller.producer = producer;
      return { module: CallerModule, controllers: [ReplyHandler] };
    },
  };
}

type Invoke = DataOf<typeof skillInvoke>;

/** The gateway as the embedded profile runs it, on a folder of its own, with a caller beside it. */
export async function startGateway(environment: NodeJS.ProcessEnv, folder?: string) {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'plinth-gateway-')));
  const caller = new Caller();
  const config = loadConfig(platformConfig, { PLINTH_DATA_DIR: dataDir, PLINTH_LOG_LEVEL: 'warn' });
  const logger = createLogger({ service: 'test', level: config.logLevel });
  const services = [callerService(caller), skillGatewayService];
  const running = await startHost(services, { config, port: 0, logger, environment });

  const send = async (message: Omit<Outgoing, 'envelope'> & { readonly id: string; readonly user?: string }) => {
    const { id, user: _user, ...rest } = message;
    const envelope = {
      ...{ id: messageId(id), source: 'orchestrator', timeMs: Date.now(), tenant: tenantId('default') },
      ...{ session: sessionId('s1'), turn: turnId('t1') },
    } as const;
    await caller.producer!.send([{ ...rest, envelope } as Outgoing<MessageDefinition>]);
  };
  return {
    url: running.url,
    dataDir,
    send,
    invoke: async (id: string, data: Pick<Invoke, 'skill' | 'arguments'> & Partial<Invoke>, nth = 0) => {
      const rest = { user_id: 'li', locale: 'zh-CN', confirmed: true };
      await send({ definition: skillInvoke, id, data: { ...rest, ...data } });
      return caller.replyTo(id, nth);
    },
    replyTo: (id: string, nth = 0) => caller.replyTo(id, nth),
    stop: () => running.close(),
    close: async () => {
      await running.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export type RunningGateway = Awaited<ReturnType<typeof startGateway>>;
