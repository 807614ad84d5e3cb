import { Module, type DynamicModule, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { loadConfig } from '@plinth/config';
import { Clock, IdSource } from '@plinth/kernel';
import type { Platform, ServiceDefinition } from '@plinth/platform';
import { CheckHandler } from './adapters/inbound/bus/check-handler';
import { EraseHandler } from './adapters/inbound/bus/erase-handler';
import { ReflectionController } from './adapters/inbound/http/reflection-controller';
import { FilePolicyBook } from './adapters/outbound/policy-files/file-policy-book';
import { reflectionMigrations } from './adapters/outbound/postgres/migrations';
import { PostgresPolicyArchive } from './adapters/outbound/postgres/postgres-policy-archive';
import { PostgresVerdictLog } from './adapters/outbound/postgres/postgres-verdict-log';
import { reflectionConfig } from './config';
import { CheckDraft } from './features/check-draft/check-draft';
import { EraseUser } from './features/erase-user/erase-user';
import { ListPolicies } from './features/list-policies/list-policies';
import { VerdictLog } from './ports/verdict-log';

/** Opens the policies before the first command, and writes the last verdicts before the stores close. */
@Module({})
export class ReflectionModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly book: FilePolicyBook,
    private readonly log: PostgresVerdictLog,
  ) {}

  static on(platform: Platform, environment: NodeJS.ProcessEnv): DynamicModule {
    const { database, clock, ids, logger } = platform;
    const { policiesDir } = loadConfig(reflectionConfig, environment);
    const book = new FilePolicyBook(policiesDir, new PostgresPolicyArchive(database), clock, logger);
    const log = new PostgresVerdictLog(database, logger);
    return {
      module: ReflectionModule,
      controllers: [CheckHandler, EraseHandler, ReflectionController],
      providers: [
        { provide: Clock, useValue: clock },
        { provide: IdSource, useValue: ids },
        { provide: FilePolicyBook, useValue: book },
        { provide: PostgresVerdictLog, useValue: log },
        { provide: VerdictLog, useValue: log },
        { provide: CheckDraft, useValue: new CheckDraft(book, log, clock, () => performance.now()) },
        { provide: EraseUser, useValue: new EraseUser(log) },
        { provide: ListPolicies, useValue: new ListPolicies(book) },
      ],
    };
  }

  onModuleInit(): Promise<void> {
    return this.book.open();
  }

  async onApplicationShutdown(): Promise<void> {
    this.book.close();
    await this.log.drain();
  }
}

export const reflectionService: ServiceDefinition = {
  name: 'reflection',
  portOffset: 3,
  schema: 'reflection',
  migrations: reflectionMigrations,
  module: (platform, environment) => ReflectionModule.on(platform, environment),
};
