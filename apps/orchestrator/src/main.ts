import { runService } from '@plinth/platform';
import { orchestratorService } from './app.module';

runService(orchestratorService);
