import { defineConfig, env, envText, type ConfigOf } from '@plinth/config';

export const reflectionConfig = defineConfig({
  /** Folder of policy files (YAML). */
  policiesDir: env('PLINTH_POLICIES_DIR', envText('apps/samples/customer-service/policies')),
});

export type ReflectionConfig = ConfigOf<typeof reflectionConfig>;
