import { describeSharedProfileOn } from '../../../ports/shared-profile.contract';
import { openEmbeddedStores, openServerStores } from './memory-stores.stage';

describeSharedProfileOn('PostgreSQL and Redis', openServerStores);
describeSharedProfileOn('PGlite and the in-process store', openEmbeddedStores);
