import { runService } from '@plinth/platform';
import { reflectionService } from './index';

runService(reflectionService);
