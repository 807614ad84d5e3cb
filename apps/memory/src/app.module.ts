import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Module, type DynamicModule, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { PostgresParkingStore } from '@plinth/bus';
import { loadConfig } from '@plinth/config';
import type { Platform } from '@plinth/platform';
import { ErasureHandlers } from './adapters/inbound/bus/erasure-handlers';
import { TurnHandlers } from './adapters/inbound/bus/turn-handlers';
import { MemoryController } from './adapters/inbound/http/memory-controller';
import { SweepTimer } from './adapters/inbound/timer/sweep-timer';
import { BusErasureCourier } from './adapters/outbound/bus/bus-erasure-courier';
import { HotSessionCache } from './adapters/outbound/hot-store/hot-session-cache';
import { PostgresErasureLedger } from './adapters/outbound/postgres/postgres-erasure-ledger';
import { PostgresMemorySearch } from './adapters/outbound/postgres/postgres-memory-search';
import { PostgresSessionBook } from './adapters/outbound/postgres/postgres-session-book';
import { PostgresTurnLedger } from './adapters/outbound/postgres/postgres-turn-ledger';
import { PostgresUpkeep } from './adapters/outbound/postgres/postgres-upkeep';
import { memoryConfig } from './config';
import { warmSegmenter } from './domain/terms/tokenise';
import { AssembleContext } from './features/assemble-context/assemble-context';
import { CommitTurn } from './features/commit-turn/commit-turn';
import { EndSession } from './features/end-session/end-session';
import { EraseUser } from './features/erase-user/erase-user';
import { ReadSession } from './features/read-session/read-session';
import { RecallMemory } from './features/recall-memory/recall-memory';
import { SweepMemory } from './features/sweep-memory/sweep-memory';

export { memoryMigrations } from './adapters/outbound/postgres/migrations';

/** Loads the dictionary before the first command, and sweeps until the stores close. */
@Module({})
export class MemoryModule implements OnModuleInit, OnApplicationShutdown {
  constructor(@Inject(SweepTimer) private readonly timer: SweepTimer) {}

  static on(platform: Platform, environment: NodeJS.ProcessEnv): DynamicModule {
    const { database, hot, clock, ids, logger, producer } = platform;
    const config = loadConfig(memoryConfig, environment);
    const cache = new HotSessionCache(hot, clock, config.sessionTtlMs, (error) => {
      logger.warn({ err: error }, 'The hot store is away; sessions are read from their rows');
    });
    const ledger = new PostgresTurnLedger(database, clock);
    const sessions = new PostgresSessionBook(database);
    const search = new PostgresMemorySearch(database, clock);
    const courier = new BusErasureCourier(producer, clock);
    const eraseUser = new EraseUser(
      new PostgresErasureLedger(database, new PostgresParkingStore(database)),
      courier,
      cache,
      clock,
      ids,
      (ms) => sleep(ms),
      config.erasureWaitMs,
    );
    const sweep = new SweepMemory(new PostgresUpkeep(database), clock, config.replyRetentionMs);
    const timer = new SweepTimer(() => Promise.all([sweep.sweep(), eraseUser.resend()]), config.sweepEveryMs, logger);
    return {
      module: MemoryModule,
      controllers: [TurnHandlers, ErasureHandlers, MemoryController],
      providers: [
        { provide: SweepTimer, useValue: timer },
        { provide: AssembleContext, useValue: new AssembleContext(ledger, cache, () => performance.now()) },
        { provide: CommitTurn, useValue: new CommitTurn(ledger) },
        { provide: EndSession, useValue: new EndSession(sessions, cache, clock) },
        { provide: ReadSession, useValue: new ReadSession(sessions) },
        { provide: RecallMemory, useValue: new RecallMemory(search, sessions, () => performance.now()) },
        { provide: EraseUser, useValue: eraseUser },
      ],
    };
  }

  onModuleInit(): void {
    warmSegmenter();
    this.timer.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.timer.stop();
  }
}
