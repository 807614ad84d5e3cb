import { describeMemoryOn } from '../../../ports/stores.contract';
import { openEmbeddedStores, openServerStores } from './memory-stores.stage';

describeMemoryOn('PostgreSQL and Redis', openServerStores);
describeMemoryOn('PGlite and the in-process store', openEmbeddedStores);
