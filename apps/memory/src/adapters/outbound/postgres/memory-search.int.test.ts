import { describeMemorySearchOn } from '../../../ports/memory-search.contract';
import { openEmbeddedDatabase, openServerDatabase } from './memory-databases.stage';

/** One connection: a plan that the server settles on after some runs is met by the later searches. */
describeMemorySearchOn('PostgreSQL', () => openServerDatabase(1));
describeMemorySearchOn('PGlite', openEmbeddedDatabase);
