import { describeReplaceableLayersOn } from '../../../ports/replaceable-layers.contract';
import { openEmbeddedStores, openServerStores } from './memory-stores.stage';

describeReplaceableLayersOn('PostgreSQL and Redis', openServerStores);
describeReplaceableLayersOn('PGlite and the in-process store', openEmbeddedStores);
