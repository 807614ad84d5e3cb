import { defineConfig, env, envDurationMs, envList, type ConfigOf } from '@plinth/config';
import { embeddingRule, embeddingVariables } from '@plinth/embedding';

export const skillGatewayConfig = defineConfig(
  {
    ...embeddingVariables,
    providers: env(
      'PLINTH_SKILL_PROVIDERS',
      envList(
        [],
        /^(https?:\/\/[^\s/?#]+(\/[^\s?#]*)?|grpcs?:\/\/[^\s/?#]+:\d+|kafka:\/\/[A-Za-z0-9._-]+)$/,
        'addresses: http(s)://host/path, grpc(s)://host:port or kafka://topic',
      ),
      'Providers whose skills are registered; embedded and `npm run mesh` name the samples unless set.',
    ),
    leaseMs: env(
      'PLINTH_SKILL_LEASE_TIMEOUT',
      envDurationMs(10_000, { min: 300 }),
      'How long a dead owner keeps an invocation; within a third of it a living one has renewed.',
    ),
    sweepIntervalMs: env(
      'PLINTH_SKILL_SWEEP_INTERVAL',
      envDurationMs(1_000, { min: 50 }),
      'How often invocations of dead owners are looked for.',
    ),
    attachmentRetentionMs: env(
      'PLINTH_SKILL_ATTACHMENT_RETENTION',
      envDurationMs(30 * 24 * 3_600_000, { min: 60_000 }),
      'How long full results behind summaries are kept.',
    ),
    recorded: env(
      'PLINTH_SKILL_RECORDED',
      envList([], /^[a-z][a-z0-9_]*$/, 'names of skills'),
      'Skills whose calls are recorded for a week, with what was asked and answered, so that they can be replayed; of effects the ledger tells.',
    ),
    registryIntervalMs: env(
      'PLINTH_SKILL_REGISTRY_INTERVAL',
      envDurationMs(200, { min: 20 }),
      'How often the registry is asked whether it has changed.',
    ),
  },
  [embeddingRule],
);

export type SkillGatewayConfig = ConfigOf<typeof skillGatewayConfig>;
