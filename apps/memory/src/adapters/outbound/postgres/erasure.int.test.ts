import { describeErasureOn } from '../../../ports/erasure.contract';
import { openEmbeddedStores, openServerStores } from './memory-stores.stage';

describeErasureOn('PostgreSQL and Redis', openServerStores);
describeErasureOn('PGlite and the in-process store', openEmbeddedStores);
