import { runService } from '@plinth/platform';
import { memoryService } from './index';

runService(memoryService);
