export { memoryService } from './app.module';
