import { shutdownTracing, type Logger } from '@plinth/telemetry';

/**
 * Stops the process on SIGTERM or SIGINT: closes once, sends the last spans, and exits with 0, or with 1 if closing
 * failed. A second signal exits at once with 1.
 */
export function closeOnSignal(close: () => Promise<void>, logger: Logger): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, 'stopping');
    close()
      .then(() => 0)
      .catch((error: unknown) => {
        logger.error({ err: error }, 'could not stop cleanly');
        return 1;
      })
      .then(async (code) => {
        await shutdownTracing();
        process.exit(code);
      })
      .catch(() => process.exit(1));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
