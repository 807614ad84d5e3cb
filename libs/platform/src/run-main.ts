import { closeOnSignal } from '@plinth/http';
import { createLogger, type Logger } from '@plinth/telemetry';
import { startFailure } from './start-failure';

export interface Running {
  readonly logger: Logger;
  /** What is said once it runs, its `url` among it. */
  readonly facts: { readonly url: string; readonly [fact: string]: string };
  readonly close: () => Promise<void>;
}

/** The whole of a `main.ts`: starts, says so, and closes on SIGTERM. Exits with 1 and says why when it cannot start. */
export function runMain(name: string, start: () => Promise<Running>): void {
  start()
    .then(({ logger, facts, close }) => {
      closeOnSignal(close, logger);
      logger.info(facts, 'ready');
    })
    .catch((error: unknown) => {
      const { facts, message } = startFailure(error);
      createLogger({ service: name }).fatal(facts, message);
      process.exitCode = 1;
      setTimeout(() => process.exit(1), 500).unref();
    });
}
