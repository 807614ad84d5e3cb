import { describeMergedTurnsOn } from '../../../ports/merged-turns.contract';
import { openEmbeddedStores, openServerStores } from './memory-stores.stage';

describeMergedTurnsOn('PostgreSQL and Redis', openServerStores);
describeMergedTurnsOn('PGlite and the in-process store', openEmbeddedStores);
