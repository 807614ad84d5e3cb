import type { Logger } from './log';

/** Nest's start-up chatter is of interest only to who debugs the wiring. */
const CHATTER = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory', 'NestApplication']);

/** Nest's LoggerService on our logger: what the framework says becomes JSON lines too. */
export class NestLogger {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: readonly unknown[]): void {
    const context = contextOf(rest);
    this.write(context !== undefined && CHATTER.has(context) ? 'debug' : 'info', message, context);
  }

  warn(message: unknown, ...rest: readonly unknown[]): void {
    this.write('warn', message, contextOf(rest));
  }

  debug(message: unknown, ...rest: readonly unknown[]): void {
    this.write('debug', message, contextOf(rest));
  }

  verbose(message: unknown, ...rest: readonly unknown[]): void {
    this.write('trace', message, contextOf(rest));
  }

  /** Nest passes an error itself, or its text followed by the stack. */
  error(message: unknown, ...rest: readonly unknown[]): void {
    const [stack] = rest;
    const stackText = typeof stack === 'string' && stack.includes('\n') ? { stack } : {};
    this.write('error', message, contextOf(rest), stackText);
  }

  fatal(message: unknown, ...rest: readonly unknown[]): void {
    this.write('fatal', message, contextOf(rest));
  }

  private write(
    level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal',
    message: unknown,
    context: string | undefined,
    detail: { readonly stack?: string } = {},
  ): void {
    const fields = { ...(context !== undefined && { context }), ...detail };
    if (message instanceof Error) this.logger[level]({ ...fields, err: message }, message.message);
    else this.logger[level](fields, typeof message === 'string' ? message : JSON.stringify(message));
  }
}

function contextOf(rest: readonly unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' && !last.includes('\n') ? last : undefined;
}
