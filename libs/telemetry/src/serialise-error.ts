/** An error as a log line holds it. Fields that drivers add (`detail`, `where`, parameters) stay out: they quote data. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const written = new WeakSet<Error>();
const MAX_CAUSES = 5;

/** The stack is written the first time that an error is logged; afterwards its type, code and message suffice. */
export function serialiseError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'a value that is no error was thrown' };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const brief = { type: error.name, message: error.message, ...code };
  if (written.has(error)) return brief;
  written.add(error);
  return {
    ...brief,
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: serialiseError(error.cause, depth + 1) }),
  };
}
