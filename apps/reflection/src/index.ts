export { reflectionService } from './app.module';
export { reflectionConfig } from './config';
