import type { ServiceDefinition } from '@plinth/platform';
import { memoryMigrations, MemoryModule } from './app.module';

export { memoryConfig } from './config';

export const memoryService: ServiceDefinition = {
  name: 'memory',
  portOffset: 1,
  schema: 'memory',
  migrations: memoryMigrations,
  module: (platform, environment) => MemoryModule.on(platform, environment),
};
