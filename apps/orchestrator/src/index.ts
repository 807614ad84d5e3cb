export { orchestratorService } from './app.module';
