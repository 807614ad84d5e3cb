import { describeUserRecordsOn } from '../../../ports/user-records.contract';
import { openEmbeddedStores, openServerStores } from './memory-stores.stage';

describeUserRecordsOn('PostgreSQL', openServerStores);
describeUserRecordsOn('PGlite', openEmbeddedStores);
