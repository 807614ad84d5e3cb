import { describeLayersOn } from '../../../ports/layers.contract';
import { openEmbeddedStores, openServerStores } from './memory-stores.stage';

describeLayersOn('PostgreSQL and Redis', openServerStores);
describeLayersOn('PGlite and the in-process store', openEmbeddedStores);
