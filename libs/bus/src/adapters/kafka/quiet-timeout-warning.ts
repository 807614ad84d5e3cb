let quiet = false;

/** kafkajs arms timers with negative delays, of which Node warns once a process; drops that warning and no other. */
export function quietTimeoutWarning(): void {
  if (quiet) return;
  quiet = true;
  const emitWarning = process.emitWarning.bind(process) as (...args: unknown[]) => void;
  process.emitWarning = (...args: unknown[]): void => {
    if (args[1] !== 'TimeoutNegativeWarning') emitWarning(...args);
  };
}
