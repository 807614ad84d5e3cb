import { defineConfig, env, envText, type ConfigOf } from '@plinth/config';

export const reflectionConfig = defineConfig({
  policiesDir: env(
    'PLINTH_POLICIES_DIR',
    envText('apps/samples/customer-service/policies'),
    'Folder of policies (YAML), read again when one changes.',
  ),
});

export type ReflectionConfig = ConfigOf<typeof reflectionConfig>;
