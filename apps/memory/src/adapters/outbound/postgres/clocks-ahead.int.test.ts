import { describeClocksAheadOn } from '../../../ports/clocks-ahead.contract';
import { openEmbeddedStores, openServerStores } from './memory-stores.stage';

describeClocksAheadOn('PostgreSQL and Redis', openServerStores);
describeClocksAheadOn('PGlite and the in-process store', openEmbeddedStores);
