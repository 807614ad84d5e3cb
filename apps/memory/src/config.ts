import {
  allOrNone,
  defineConfig,
  env,
  envDurationMs,
  envText,
  modelServerVariables,
  type ConfigOf,
} from '@plinth/config';
import { embeddingRule, embeddingVariables } from '@plinth/embedding';

const HOUR_MS = 3_600_000;

const summaryModel = modelServerVariables(
  { url: 'PLINTH_SUMMARY_MODEL_URL', model: 'PLINTH_SUMMARY_MODEL_NAME', key: 'PLINTH_SUMMARY_MODEL_KEY' },
  {
    url: 'Base URL of an OpenAI-compatible server that writes summaries of sessions; without it they are extracts.',
    model: 'The (small) model to ask for there.',
  },
);

export const memoryConfig = defineConfig(
  {
    policiesDir: env(
      'PLINTH_MEMORY_POLICIES_DIR',
      envText('apps/memory/policies'),
      'Folder of memory policies (YAML), one file a tenant, read again when one changes.',
    ),
    sweepIntervalMs: env(
      'PLINTH_MEMORY_SWEEP_INTERVAL',
      envDurationMs(5_000, { min: 100, max: HOUR_MS }),
      'How often each replica looks after old replies and unanswered erasures.',
    ),
    replyRetentionMs: env(
      'PLINTH_MEMORY_REPLY_RETENTION',
      envDurationMs(72 * HOUR_MS, { min: 24 * HOUR_MS, max: 720 * HOUR_MS }),
      'How long a duplicate of a command is answered by its recorded reply; not less than the broker keeps the command.',
    ),
    nightlyDelayMs: env(
      'PLINTH_MEMORY_NIGHTLY_DELAY',
      envDurationMs(3 * HOUR_MS, { min: 0, max: 24 * HOUR_MS }),
      'How long after midnight UTC the nightly jobs of memory begin; one replica does them.',
    ),
    erasureTimeoutMs: env(
      'PLINTH_MEMORY_ERASURE_TIMEOUT',
      envDurationMs(10_000, { min: 0, max: 60_000 }),
      'How long a request to erase a user waits for the receipt before it answers that it is running.',
    ),
    sessionRetentionMs: env(
      'PLINTH_MEMORY_SESSION_RETENTION',
      envDurationMs(24 * HOUR_MS, { min: 60_000, max: 720 * HOUR_MS }),
      'After this long without a change the hot copy of a session goes; its rows stay.',
    ),
    ...embeddingVariables,
    embeddingsRenewalMs: env(
      'PLINTH_EMBEDDINGS_RENEWAL_INTERVAL',
      envDurationMs(HOUR_MS, { min: 1_000, max: 24 * HOUR_MS }),
      'How often each replica looks, after its start, for items without a vector of the model in use.',
    ),
    summaryModelUrl: summaryModel.url,
    summaryModelName: summaryModel.model,
    summaryModelKey: summaryModel.key,
    summaryModelTimeoutMs: env(
      'PLINTH_SUMMARY_MODEL_TIMEOUT',
      envDurationMs(20_000, { min: 100, max: 60_000 }),
      'How long it may take for one session; beyond it an extract takes its place.',
    ),
  },
  [
    allOrNone({ summaryModelUrl: 'PLINTH_SUMMARY_MODEL_URL', summaryModelName: 'PLINTH_SUMMARY_MODEL_NAME' }),
    embeddingRule,
  ],
);

export type MemoryConfig = ConfigOf<typeof memoryConfig>;
