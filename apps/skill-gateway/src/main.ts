import { runService } from '@plinth/platform';
import { skillGatewayService } from './app.module';

runService(skillGatewayService);
