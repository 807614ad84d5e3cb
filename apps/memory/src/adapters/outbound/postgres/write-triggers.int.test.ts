import { describeWriteTriggersOn } from '../../../ports/write-triggers.contract';
import { openEmbeddedStores, openServerStores } from './memory-stores.stage';

describeWriteTriggersOn('PostgreSQL and Redis', openServerStores);
describeWriteTriggersOn('PGlite and the in-process store', openEmbeddedStores);
