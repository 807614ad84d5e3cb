import { defineConfig, env, envDurationMs, envList, type ConfigOf } from '@plinth/config';

export const skillGatewayConfig = defineConfig({
  /** Base URLs of the providers whose skills are registered. */
  providers: env(
    'PLINTH_SKILL_PROVIDERS',
    envList([], /^https?:\/\/[^\s/?#]+(\/[^\s?#]*)?$/, 'base URLs (http or https)'),
  ),
  /** How long a dead owner keeps an invocation; within a third of it a living one has renewed. */
  leaseMs: env('PLINTH_SKILL_LEASE_TIMEOUT', envDurationMs(10_000, { min: 300 })),
  /** How often invocations of dead owners are looked for. */
  sweepIntervalMs: env('PLINTH_SKILL_SWEEP_INTERVAL', envDurationMs(1_000, { min: 50 })),
  /** How often the registry is asked whether it has changed. */
  registryIntervalMs: env('PLINTH_SKILL_REGISTRY_INTERVAL', envDurationMs(200, { min: 20 })),
});

export type SkillGatewayConfig = ConfigOf<typeof skillGatewayConfig>;
