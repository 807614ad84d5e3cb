export { orchestratorConfig } from './config';
export { orchestratorService } from './app.module';
