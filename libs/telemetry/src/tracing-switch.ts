import { variable, type Environment } from './tracing-settings';

/** Tracing is off unless a standard variable asks for it; nothing of the SDK is loaded then. */
export function tracingRequested(environment: Environment = process.env): boolean {
  const given = (name: string) => variable(environment, name);
  if (given('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return false;
  const exporter = given('OTEL_TRACES_EXPORTER');
  if (exporter !== undefined) return exporter !== 'none';
  return (given('OTEL_EXPORTER_OTLP_ENDPOINT') ?? given('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')) !== undefined;
}

let shutDown: (() => Promise<void>) | undefined;

export function onTracingShutdown(callback: () => Promise<void>): void {
  shutDown = callback;
}

/**
 * Sends what is still buffered and stops; call it last, after the stores are closed. Resolves at once when tracing is
 * off, and after `timeoutMs` at the latest: a missing collector never holds a process back. Never rejects.
 */
export async function shutdownTracing(timeoutMs = 3_000): Promise<void> {
  const flush = shutDown;
  shutDown = undefined;
  if (!flush) return;
  const bound = new AbortController();
  const late = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    bound.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  try {
    await Promise.race([flush(), late]);
  } catch (error) {
    process.emitWarning(`Spans were lost at shutdown: ${error instanceof Error ? error.name : 'unknown error'}`);
  } finally {
    bound.abort();
  }
}
