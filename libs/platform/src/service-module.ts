import { setTimeout as sleep } from 'node:timers/promises';
import type {
  BeforeApplicationShutdown,
  DynamicModule,
  OnApplicationBootstrap,
  OnApplicationShutdown,
  OnModuleInit,
} from '@nestjs/common';
import { Clock, IdSource } from '@plinth/kernel';
import type { Platform } from './platform';
import type { Composed } from './service-definition';

/** Its last words go out even when nothing remains. */
const LAST_MS = 1_000;

/** The Nest module of a service: its controllers, what they are given, and its life. `remainingMs`: of the stop's deadline. */
export function serviceModule(composed: Composed, platform: Platform, remainingMs: () => number): DynamicModule {
  const { controllers, useCases } = composed;
  const bounded = async (step: string, work: Promise<void> | undefined, boundMs: number): Promise<void> => {
    if (!work) return;
    const late = sleep(boundMs, 'late' as const, { ref: false });
    if ((await Promise.race([work, late])) === 'late')
      platform.logger.warn({ step }, 'the service did not stop in time; what it held is done again elsewhere');
  };

  class ServiceModule
    implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
  {
    async onModuleInit(): Promise<void> {
      await composed.open?.();
    }

    onApplicationBootstrap(): void {
      composed.begin?.();
    }

    beforeApplicationShutdown(): Promise<void> {
      return bounded('settle', composed.settle?.(), remainingMs());
    }

    onApplicationShutdown(): Promise<void> {
      return bounded('end', composed.end?.(), Math.max(LAST_MS, remainingMs()));
    }
  }

  return {
    module: ServiceModule,
    controllers: [...controllers],
    providers: [
      { provide: Clock, useValue: platform.clock },
      { provide: IdSource, useValue: platform.ids },
      ...useCases.map((useCase) => ({ provide: useCase.constructor, useValue: useCase })),
    ],
  };
}
