import { runService } from '@plinth/platform';
import { orchestratorService } from './index';

runService(orchestratorService);
