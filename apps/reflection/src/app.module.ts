import { defineService, type Composed, type Platform } from '@plinth/platform';
import { CheckHandler } from './adapters/inbound/bus/check-handler';
import { EraseHandler } from './adapters/inbound/bus/erase-handler';
import { ReflectionController } from './adapters/inbound/http/reflection-controller';
import { FilePolicyBook } from './adapters/outbound/policy-files/file-policy-book';
import { reflectionMigrations } from './adapters/outbound/postgres/migrations';
import { PostgresPolicyArchive } from './adapters/outbound/postgres/postgres-policy-archive';
import { PostgresVerdictLog } from './adapters/outbound/postgres/postgres-verdict-log';
import { reflectionConfig, type ReflectionConfig } from './config';
import { CheckDraft } from './features/check-draft/check-draft';
import { EraseUser } from './features/erase-user/erase-user';
import { ListPolicies } from './features/list-policies/list-policies';

export const reflectionService = defineService({
  name: 'reflection',
  migrations: reflectionMigrations,
  config: reflectionConfig,
  compose,
});

/** The policies are read before the first command; the last verdicts are written before the stores close. */
function compose({ database, clock, logger }: Platform, config: ReflectionConfig): Composed {
  const book = new FilePolicyBook(config.policiesDir, new PostgresPolicyArchive(database), clock, logger);
  const verdicts = new PostgresVerdictLog(database, logger);
  return {
    controllers: [CheckHandler, EraseHandler, ReflectionController],
    useCases: [
      new CheckDraft(book, verdicts, clock, () => performance.now()),
      new EraseUser(verdicts),
      new ListPolicies(book),
    ],
    open: () => book.open(),
    end: async () => {
      await book.close();
      await verdicts.drain();
    },
  };
}
