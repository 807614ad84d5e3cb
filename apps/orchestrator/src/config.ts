import {
  allOrNone,
  defineConfig,
  env,
  envDurationMs,
  envInt,
  envText,
  modelServerVariables,
  type ConfigOf,
} from '@plinth/config';

const turnModel = modelServerVariables(
  { url: 'PLINTH_MODEL_URL', model: 'PLINTH_MODEL_NAME', key: 'PLINTH_MODEL_KEY' },
  {
    url: 'Base URL of an OpenAI-compatible server; without it no model is asked.',
    model: 'The model to ask for there.',
  },
);

export const orchestratorConfig = defineConfig(
  {
    flowsDir: env(
      'PLINTH_FLOWS_DIR',
      envText('apps/samples/customer-service/flows'),
      'Folder of flows (YAML), read again when one changes.',
    ),
    assembleMs: env(
      'PLINTH_ASSEMBLE_TIMEOUT',
      envDurationMs(2_000, { min: 50, max: 60_000 }),
      'How long a turn waits for what memory knows; beyond it, it goes on without.',
    ),
    reflectionMs: env(
      'PLINTH_REFLECTION_TIMEOUT',
      envDurationMs(500, { min: 10, max: 60_000 }),
      'How long a draft waits for its check; beyond it the check is skipped, and the reply says so.',
    ),
    turnMs: env(
      'PLINTH_TURN_TIMEOUT',
      envDurationMs(120_000, { min: 1_000, max: 3_600_000 }),
      'How long a turn may take.',
    ),
    waitMs: env(
      'PLINTH_TURN_WAIT_TIMEOUT',
      envDurationMs(30_000, { min: 0, max: 300_000 }),
      'How long a client waits for its turn before it is answered 202.',
    ),
    sweepMs: env(
      'PLINTH_SWEEP_INTERVAL',
      envDurationMs(5_000, { min: 100, max: 600_000 }),
      'How often each replica looks for sessions that wait for too long.',
    ),
    resendMs: env(
      'PLINTH_RESEND_INTERVAL',
      envDurationMs(5_000, { min: 100, max: 600_000 }),
      'How long a command may stay unanswered before it is sent again.',
    ),
    turnsInFlight: env('PLINTH_TURNS_IN_FLIGHT', envInt(32, { min: 1, max: 10_000 }), 'Turns at once of one replica.'),
    edgeQueue: env(
      'PLINTH_EDGE_QUEUE',
      envInt(256, { min: 0, max: 100_000 }),
      'Turns that wait at the edge of one replica; beyond them 429 is answered.',
    ),
    sessionQueue: env(
      'PLINTH_SESSION_QUEUE',
      envInt(16, { min: 1, max: 1_000 }),
      'Turns that wait in one session; beyond them 429 is answered.',
    ),
    cachedSessions: env(
      'PLINTH_CACHED_SESSIONS',
      envInt(5_000, { min: 1, max: 1_000_000 }),
      'Sessions that one replica keeps in memory.',
    ),
    timeZone: env('PLINTH_TIME_ZONE', envText('Asia/Shanghai'), 'Time zone of turns that name none.'),
    modelUrl: turnModel.url,
    modelName: turnModel.model,
    modelKey: turnModel.key,
    modelTimeoutMs: env(
      'PLINTH_MODEL_TIMEOUT',
      envDurationMs(20_000, { min: 100, max: 110_000 }),
      'How long the model may take to answer.',
    ),
  },
  [allOrNone({ modelUrl: 'PLINTH_MODEL_URL', modelName: 'PLINTH_MODEL_NAME' })],
);

export type OrchestratorConfig = ConfigOf<typeof orchestratorConfig>;
