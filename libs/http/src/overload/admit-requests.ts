import { SetMetadata, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { refuse } from '@plinth/kernel';
import type { Response } from 'express';
import { finalize, type Observable } from 'rxjs';
import { throwRefusal } from '../errors/http-refusal';
import { RETRY_AFTER_SECONDS, type EdgeAdmission } from './edge-admission';

const ADMITS_ITSELF = 'plinth:admits-itself';

/** For a route that bounds by itself what it takes, such as one whose callers wait for what others do. */
export const AdmitsItself = () => SetMetadata(ADMITS_ITSELF, true);

const reflector = new Reflector();

/**
 * Lets a request come to its handler once there is a place for it, 503 `overloaded` otherwise: known callers only, with their bodies
 * read, so that no slow sender holds a place. A handler keeps its place until it has ended, also when its caller has gone.
 */
export class AdmitRequests implements NestInterceptor {
  constructor(private readonly admission: EdgeAdmission) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const admitsItself = reflector.getAllAndOverride<boolean | undefined>(ADMITS_ITSELF, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (context.getType() !== 'http' || admitsItself) return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    const place = await this.admission.enter((gone) => response.once('close', gone));
    if (!place) return throwRefusal(tooManyRequests('unavailable'), RETRY_AFTER_SECONDS);
    return next.handle().pipe(finalize(() => place.leave()));
  }
}

/** One code by every door; the kind is what the door makes its status of. */
export const tooManyRequests = (kind: 'unavailable' | 'overloaded') =>
  refuse(kind, 'overloaded', 'Too many requests are under way here; try again shortly.');
