import { trace } from '@opentelemetry/api';
import pino, { type DestinationStream, type Logger as PinoLogger } from 'pino';
import { isQuiet, logContext } from './log-context';
import { serialiseError } from './serialise-error';

export type Logger = PinoLogger;
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export interface LoggerOptions {
  readonly service: string;
  readonly level?: LogLevel;
  /** Standard output unless given. */
  readonly destination?: DestinationStream;
}

/** Of a warning, in the numbers of pino. */
const WARN = 40;

const SECRETS = ['authorization', 'Authorization', 'proxy-authorization', 'cookie', 'password', 'api_key', 'apiKey'];
const redacted = SECRETS.flatMap((name) => {
  const key = `["${name}"]`;
  return [name.includes('-') ? key : name, `*${key}`, `*.*${key}`, `*.*.*${key}`];
});

/**
 * JSON lines: `level` as a word, `time` in ISO 8601, `service`, `trace_id` and `span_id` of the active span, the ids of the
 * surrounding `withLogContext`, and an error under `err`. Level `error` means that a person must act.
 * Inside of `quietly` nothing below `warn` is written. Authorization headers and the like are replaced; callers log ids and codes, never what a user wrote.
 */
export function createLogger({ service, level = 'info', destination }: LoggerOptions): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin: () => ({ ...logContext(), ...activeSpanIds() }),
    serializers: { err: serialiseError },
    hooks: {
      logMethod(line, method, severity) {
        if (severity >= WARN || !isQuiet()) method.apply(this, line);
      },
    },
    redact: { paths: redacted, censor: '[redacted]' },
  };
  return destination ? pino(options, destination) : pino(options);
}

function activeSpanIds(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
