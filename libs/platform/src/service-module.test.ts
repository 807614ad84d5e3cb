import { Controller } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Clock, FixedClock, IdSource, RandomIds } from '@plinth/kernel';
import { createLogger } from '@plinth/telemetry';
import type { Platform } from './platform';
import type { Composed } from './service-definition';
import { serviceModule } from './service-module';

class TellTime {
  readonly name = 'tell time';
}

const injected: unknown[] = [];
@Controller()
class TimeController {
  constructor(useCase: TellTime, clock: Clock, ids: IdSource) {
    injected.push(useCase, clock, ids);
  }
}

/** What a module reads of its platform. */
const platform = {
  clock: new FixedClock(1_000),
  ids: new RandomIds(),
  logger: createLogger({ service: 'memory', level: 'silent' }),
} as unknown as Platform;

function lived(name: string, events: string[], over: Partial<Composed> = {}): Composed {
  const say = (what: string) => async () => void events.push(`${name} ${what}`);
  return {
    controllers: [],
    useCases: [],
    open: say('open'),
    begin: () => void events.push(`${name} begin`),
    settle: say('settle'),
    end: say('end'),
    ...over,
  };
}

async function appOf(...services: readonly Composed[]) {
  class Root {}
  const imports = services.map((composed) => serviceModule(composed, platform, () => 50));
  return NestFactory.create({ module: Root, imports }, { logger: false, abortOnError: false });
}

describe('serviceModule', () => {
  it('gives controllers the use cases by their classes, and the clock and ids of the platform', async () => {
    const useCase = new TellTime();
    await appOf({ controllers: [TimeController], useCases: [useCase] });
    expect(injected).toEqual([useCase, platform.clock, platform.ids]);
  });

  it('opens every service before the first begins, and settles every one before the first ends', async () => {
    const events: string[] = [];
    const app = await appOf(lived('a', events), lived('b', events));
    expect(events).toEqual([]);
    await app.init();
    await app.close();
    const stages = ['open', 'begin', 'settle', 'end'];
    expect(events.map((event) => stages.indexOf(event.split(' ')[1] ?? ''))).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  });

  it('does not start when a service cannot be opened, and says why', async () => {
    const failing = lived('a', [], { open: () => Promise.reject(new Error('no policies')) });
    await expect((await appOf(failing)).init()).rejects.toThrow('no policies');
  });

  it('leaves behind what outlasts the deadline of the stop, and still ends', async () => {
    const events: string[] = [];
    const app = await appOf(lived('a', events, { settle: () => new Promise(() => undefined) }));
    await app.init();
    await app.close();
    expect(events).toContain('a end');
  });
});
