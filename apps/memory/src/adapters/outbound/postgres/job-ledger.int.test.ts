import { describeJobsOn } from '../../../ports/job-ledger.contract';
import { openEmbeddedDatabase, openServerDatabase } from './memory-databases.stage';

describeJobsOn('PostgreSQL', openServerDatabase);
describeJobsOn('PGlite', openEmbeddedDatabase);
