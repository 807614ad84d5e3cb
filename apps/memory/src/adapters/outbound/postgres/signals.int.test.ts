import { describeSignalsOn } from '../../../ports/signals.contract';
import { openEmbeddedStores, openServerStores } from './memory-stores.stage';

describeSignalsOn('PostgreSQL and Redis', openServerStores);
describeSignalsOn('PGlite and the in-process store', openEmbeddedStores);
