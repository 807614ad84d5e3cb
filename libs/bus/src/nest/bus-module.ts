import {
  Module,
  type DynamicModule,
  type InjectionToken,
  type ModuleMetadata,
  type OptionalFactoryDependency,
} from '@nestjs/common';
import { BusProducer } from '../delivery';
import { ServiceBus, type BusOptions } from '../engine/service-bus';
import { ParkedMessages } from '../parking/parked-messages';
import { ParkingStore } from '../parking/parking-store';
import { PlinthBusServer } from './plinth-bus-server';

export interface BusModuleOptions extends BusOptions {
  /** How long `close` waits for what was accepted; below the grace period of the platform. */
  readonly drainTimeoutMs?: number;
}

export interface BusModuleAsyncOptions {
  readonly imports?: NonNullable<ModuleMetadata['imports']>;
  readonly inject?: (InjectionToken | OptionalFactoryDependency)[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Nest gives a factory what `inject` names
  readonly useFactory: (...injected: any[]) => BusModuleOptions | Promise<BusModuleOptions>;
}

const OPTIONS = Symbol('BusModuleOptions');
const DEFAULT_DRAIN_TIMEOUT_MS = 20_000;

/** Gives a service its BusProducer, its PlinthBusServer, its ServiceBus, its ParkedMessages and its ParkingStore. */
@Module({})
export class BusModule {
  static register(options: BusModuleOptions): DynamicModule {
    return BusModule.registerAsync({ useFactory: () => options });
  }

  static registerAsync({ imports = [], inject = [], useFactory }: BusModuleAsyncOptions): DynamicModule {
    return {
      module: BusModule,
      imports,
      providers: [
        { provide: OPTIONS, inject, useFactory },
        { provide: ServiceBus, inject: [OPTIONS], useFactory: (options: BusModuleOptions) => new ServiceBus(options) },
        { provide: BusProducer, inject: [ServiceBus], useFactory: (bus: ServiceBus) => bus.producer },
        { provide: ParkedMessages, inject: [ServiceBus], useFactory: (bus: ServiceBus) => bus.parked },
        { provide: ParkingStore, inject: [OPTIONS], useFactory: (options: BusModuleOptions) => options.parking },
        {
          provide: PlinthBusServer,
          inject: [ServiceBus, OPTIONS],
          useFactory: (bus: ServiceBus, options: BusModuleOptions) =>
            new PlinthBusServer(bus, options.drainTimeoutMs ?? DEFAULT_DRAIN_TIMEOUT_MS),
        },
      ],
      exports: [ServiceBus, BusProducer, ParkedMessages, ParkingStore, PlinthBusServer],
    };
  }
}
