import { commandFailed, memoryAssemble, memoryEnd, type Outgoing } from '@plinth/contracts';
import { FixedClock, messageId, sessionId, tenantId, TransientError, turnId } from '@plinth/kernel';
import { BusProducer } from '../delivery';
import { patternOf } from '../handlers';
import { InMemoryParkingStore } from '../parking/in-memory-parking-store';
import type { ParkedMessage } from '../parking/parked-message';
import type { FetchedRecord, WireRecord } from '../transport';
import { decodeRecord } from '../wire/decode-record';
import { encodeMessage } from '../wire/encode-message';
import { DeliveryEngine } from './delivery-engine';
import type { EngineOptions } from './engine-options';
import type { MessageFunction } from './handler-call';

export const NOW = Date.UTC(2026, 0, 1);
export const away = () => new TransientError('postgres_unavailable', 'away');

class Sent extends BusProducer {
  readonly messages: Outgoing[] = [];
  failures = 0;

  async send(messages: readonly Outgoing[]): Promise<void> {
    if (this.failures > 0) {
      this.failures -= 1;
      return Promise.reject(new TransientError('bus_unavailable', 'gone'));
    }
    this.messages.push(...messages);
    return Promise.resolve();
  }

  get types(): string[] {
    return this.messages.map(({ definition, data }) =>
      definition === commandFailed ? `failed:${(data as { error: { code: string } }).error.code}` : definition.type,
    );
  }
}

/** A parking store that is away for as many calls as the test says. */
class ShakyParking extends InMemoryParkingStore {
  failures = 0;

  override park(message: ParkedMessage): Promise<void> {
    return this.orFail(() => super.park(message));
  }
  override follow(message: ParkedMessage): Promise<boolean> {
    return this.orFail(() => super.follow(message));
  }
  override parkedKeys(consumer: 'memory'): Promise<readonly string[]> {
    return this.orFail(() => super.parkedKeys(consumer));
  }

  private async orFail<T>(work: () => Promise<T>): Promise<T> {
    if (this.failures > 0) {
      this.failures -= 1;
      throw away();
    }
    return work();
  }
}

/** An engine alone, without a transport: tests hand it records. */
export function setUp(handler: MessageFunction, over: Partial<EngineOptions> = {}) {
  const clock = new FixedClock(NOW);
  const parking = new ShakyParking(clock);
  const sent = new Sent();
  const deadLetters: WireRecord[] = [];
  const finished: string[] = [];
  const commands = [memoryEnd, memoryAssemble];
  const engine = new DeliveryEngine({
    consumer: 'memory',
    system: 'test',
    handlers: new Map(commands.map((each) => [patternOf('plinth.memory.commands', each.type), handler])),
    producer: sent,
    appendDeadLetter: async (record) => {
      deadLetters.push(record);
      return Promise.resolve();
    },
    parking,
    clock,
    random: () => 0,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    retry: { maxTries: 3, baseDelayMs: 1, maxDelayMs: 1, outageToleranceMs: 60_000 },
    handlerTimeoutMs: 1_000,
    decode: decodeRecord,
    ...over,
  });
  let offset = 0;
  const accept = (
    id: string,
    { session = 's', turn = 't1', budgetMs, definition = memoryEnd, data = {} }: Given = {},
  ) => {
    const message = encodeMessage({
      definition,
      envelope: {
        id: messageId(id),
        source: 'orchestrator',
        timeMs: NOW,
        tenant: tenantId('acme'),
        session: sessionId(session),
        turn: turnId(turn),
        ...(budgetMs !== undefined && { budgetMs }),
      },
      data,
    } as Outgoing);
    const record: FetchedRecord = {
      ...message,
      partition: 0,
      offset: String((offset += 1)),
      appendedAtMs: clock.now(),
    };
    engine.accept(record, () => finished.push(id));
    return record;
  };
  return { clock, parking, sent, deadLetters, finished, engine, accept };
}

interface Given {
  readonly session?: string;
  readonly turn?: string;
  readonly budgetMs?: number;
  readonly definition?: typeof memoryEnd | typeof memoryAssemble;
  readonly data?: object;
}
