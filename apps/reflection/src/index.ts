import type { ServiceDefinition } from '@plinth/platform';
import { reflectionMigrations } from './adapters/outbound/postgres/migrations';
import { ReflectionModule } from './app.module';

export { reflectionConfig } from './config';

export const reflectionService: ServiceDefinition = {
  name: 'reflection',
  portOffset: 3,
  schema: 'reflection',
  migrations: reflectionMigrations,
  module: (platform, environment) => ReflectionModule.on(platform, environment),
};
