import {
  defineConfig,
  env,
  envDurationMs,
  envInt,
  envText,
  envUrl,
  optional,
  type ConfigOf,
  type ConfigProblem,
} from '@plinth/config';

/** What the orchestrator reads beside the platform's slice. */
export const orchestratorConfig = defineConfig(
  {
    flowsDir: env('PLINTH_FLOWS_DIR', envText('apps/samples/customer-service/flows')),
    assembleMs: env('PLINTH_ASSEMBLE_TIMEOUT', envDurationMs(2_000, { min: 50, max: 60_000 })),
    /** R5: above it a check is skipped. */
    reflectionMs: env('PLINTH_REFLECTION_TIMEOUT', envDurationMs(500, { min: 10, max: 60_000 })),
    turnMs: env('PLINTH_TURN_TIMEOUT', envDurationMs(120_000, { min: 1_000, max: 3_600_000 })),
    /** How long a client waits for its turn before it is answered 202. */
    waitMs: env('PLINTH_TURN_WAIT_TIMEOUT', envDurationMs(30_000, { min: 0, max: 300_000 })),
    sweepMs: env('PLINTH_SWEEP_INTERVAL', envDurationMs(5_000, { min: 100, max: 600_000 })),
    /** How long a command may stay unanswered before it is sent again. */
    resendMs: env('PLINTH_RESEND_INTERVAL', envDurationMs(5_000, { min: 100, max: 600_000 })),
    turnsInFlight: env('PLINTH_TURNS_IN_FLIGHT', envInt(32, { min: 1, max: 10_000 })),
    edgeQueue: env('PLINTH_EDGE_QUEUE', envInt(256, { min: 0, max: 100_000 })),
    sessionQueue: env('PLINTH_SESSION_QUEUE', envInt(16, { min: 1, max: 1_000 })),
    cachedSessions: env('PLINTH_CACHED_SESSIONS', envInt(5_000, { min: 1, max: 1_000_000 })),
    timeZone: env('PLINTH_TIME_ZONE', envText('Asia/Shanghai')),
    /** Base URL of an OpenAI-compatible server; without it no model is asked. */
    modelUrl: env('PLINTH_MODEL_URL', envUrl(optional)),
    modelName: env('PLINTH_MODEL_NAME', envText(optional)),
    modelKey: env('PLINTH_MODEL_KEY', envText(optional)),
    modelTimeoutMs: env('PLINTH_MODEL_TIMEOUT', envDurationMs(20_000, { min: 100, max: 110_000 })),
  },
  [modelIsComplete],
);

export type OrchestratorConfig = ConfigOf<typeof orchestratorConfig>;

function modelIsComplete(values: {
  readonly modelUrl?: string | undefined;
  readonly modelName?: string | undefined;
}): readonly ConfigProblem[] {
  if ((values.modelUrl === undefined) === (values.modelName === undefined)) return [];
  return [
    {
      variable: values.modelUrl === undefined ? 'PLINTH_MODEL_URL' : 'PLINTH_MODEL_NAME',
      rule: 'is required when its counterpart is set',
    },
  ];
}
