/**
 * For `node --require`: starts tracing before anything else is loaded, if the environment asks for it, and then loads
 * the instrumented packages itself, because an `import()` of them later would miss the hooks.
 */
import { createRequire } from 'node:module';
import type * as tracing from './start-tracing';
import { tracingRequested } from './tracing-switch';

if (tracingRequested()) {
  const load = createRequire(__filename);
  const { startTracing, serviceOfProcess } = load('./start-tracing') as typeof tracing;
  startTracing(serviceOfProcess());
  for (const instrumented of ['http', 'ioredis', 'pg']) load(instrumented);
}
