import { describeEmbeddingOn } from '../../../ports/embedding.contract';
import { openEmbeddedDatabase, openServerDatabase } from './memory-databases.stage';

describeEmbeddingOn('PostgreSQL', openServerDatabase);
describeEmbeddingOn('PGlite', openEmbeddedDatabase);
