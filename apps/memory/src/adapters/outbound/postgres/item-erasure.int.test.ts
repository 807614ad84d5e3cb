import { describeItemErasureOn } from '../../../ports/item-erasure.contract';
import { openEmbeddedStores, openServerStores } from './memory-stores.stage';

describeItemErasureOn('PostgreSQL and Redis', openServerStores);
describeItemErasureOn('PGlite and the in-process store', openEmbeddedStores);
