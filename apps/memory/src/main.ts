import { runService } from '@plinth/platform';
import { memoryService } from './app.module';

runService(memoryService);
