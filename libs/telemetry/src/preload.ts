/**
 * For `node --require`: starts tracing before anything else is loaded, if the environment asks for it, and then loads
 * the instrumented packages itself, because an `import()` of them later would miss the hooks. Exits with 1, naming them, when
 * variables ask for what is not supported.
 */
import { createRequire } from 'node:module';
import { createLogger } from './log';
import type * as tracing from './start-tracing';
import { tracingSettings } from './tracing-settings';
import { tracingRequested } from './tracing-switch';

if (tracingRequested()) {
  const load = createRequire(__filename);
  const { startTracing, serviceOfProcess } = load('./start-tracing') as typeof tracing;
  const settings = tracingSettings(process.env);
  if ('faults' in settings) {
    createLogger({ service: serviceOfProcess() }).fatal({ faults: settings.faults }, 'could not start tracing');
    process.exit(1);
  }
  startTracing(serviceOfProcess(), settings);
  for (const instrumented of ['http', 'ioredis', 'pg']) load(instrumented);
}
