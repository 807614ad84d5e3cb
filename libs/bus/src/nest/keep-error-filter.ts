import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';

/**
 * Hands every error of a handler to the bus as it was thrown. Nest's own filter would turn it into
 * `{status: 'error', message}`, and the bus could not tell a transient failure from a bug.
 */
@Catch()
export class KeepErrorFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
