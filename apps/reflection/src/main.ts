import { runService } from '@plinth/platform';
import { reflectionService } from './app.module';

runService(reflectionService);
