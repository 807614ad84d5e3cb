export { reflectionService } from './app.module';
