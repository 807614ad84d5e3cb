import { defineConfig, env, envDurationMs, envText, type ConfigOf } from '@plinth/config';

const HOUR_MS = 3_600_000;

export const memoryConfig = defineConfig({
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
});

export type MemoryConfig = ConfigOf<typeof memoryConfig>;
