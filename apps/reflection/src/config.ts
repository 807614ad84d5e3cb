import { defineConfig, env, envText } from '@plinth/config';

export const reflectionConfig = defineConfig({
  /** Folder of policy files (YAML). */
  policiesDir: env('PLINTH_POLICIES_DIR', envText('apps/samples/customer-service/policies')),
});
