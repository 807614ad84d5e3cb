import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, type Type } from '@nestjs/common';
import { Data, DeliveryContext, HandleMessage, type BusProducer, type Delivery } from '@plinth/bus';
import { defineConfig } from '@plinth/config';
import {
  commandFailed,
  skillFailed,
  skillInvoke,
  skillOutcome,
  skillSucceeded,
  userErase,
  userErased,
  type DataOf,
  type Outgoing,
} from '@plinth/contracts';
import { messageId, sessionId, tenantId, turnId, userId } from '@plinth/kernel';
import { configureHost, defineService, startHost, type Platform, type ServiceDefinition } from '@plinth/platform';
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

  async send(message: Outgoing): Promise<void> {
    if (!this.producer) throw new Error('the caller has not been started');
    await this.producer.send([message]);
  }

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

/** Stands where memory stands: hears what was erased. */
function receiptService(caller: Caller): ServiceDefinition {
  @Controller()
  class ErasedHandler {
    @HandleMessage(userErased)
    erased(@Data() data: DataOf<typeof userErased>, @DeliveryContext() delivery: Delivery) {
      return caller.hear(data, delivery);
    }
  }
  return standIn('memory', ErasedHandler);
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
  return standIn('orchestrator', ReplyHandler, ({ producer }) => (caller.producer = producer));
}

function standIn(name: ServiceDefinition['name'], handler: Type, on?: (platform: Platform) => void): ServiceDefinition {
  return defineService({
    name,
    migrations: [],
    config: defineConfig({}),
    compose: (platform) => {
      on?.(platform);
      return { controllers: [handler], useCases: [] };
    },
  });
}

type Invoke = DataOf<typeof skillInvoke>;

/** The gateway as the embedded profile runs it, on a folder of its own, with a caller beside it. */
export async function startGateway(environment: NodeJS.ProcessEnv, folder?: string) {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'plinth-gateway-')));
  const caller = new Caller();
  const logger = createLogger({ service: 'test', level: 'warn' });
  const host = configureHost([callerService(caller), receiptService(caller), skillGatewayService], {
    PLINTH_DATA_DIR: dataDir,
    PLINTH_LOG_LEVEL: 'warn',
    ...environment,
  });
  const running = await startHost(host, { port: 0, logger });

  const base = (id: string) =>
    ({ id: messageId(id), source: 'orchestrator', timeMs: Date.now(), tenant: tenantId('default') }) as const;
  return {
    url: running.url,
    grpc: running.grpc ?? '',
    dataDir,
    invoke: async (id: string, data: Pick<Invoke, 'skill' | 'arguments'> & Partial<Invoke>, nth = 0) => {
      const rest = { user_id: 'li', locale: 'zh-CN', confirmed: true };
      const envelope = { ...base(id), session: sessionId('s1'), turn: turnId('t1') };
      const message: Outgoing<typeof skillInvoke> = { definition: skillInvoke, envelope, data: { ...rest, ...data } };
      await caller.send(message);
      return caller.replyTo(id, nth);
    },
    outcome: (id: string, data: DataOf<typeof skillOutcome>) =>
      caller.send({ definition: skillOutcome, envelope: { ...base(id), session: sessionId('s1') }, data }),
    erase: async (id: string, userIds: readonly [string, ...string[]]) => {
      const data = { erasure_id: 'erasure', user_ids: [...userIds], requested_at: new Date().toISOString() };
      const envelope = { ...base(id), user: userId(userIds[0]) };
      await caller.send({ definition: userErase, topic: 'plinth.skills.commands', envelope, data });
      return caller.replyTo(id, 0);
    },
    stop: () => running.close(),
    close: async () => {
      await running.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export type RunningGateway = Awaited<ReturnType<typeof startGateway>>;
