import { join } from 'node:path';
import { summarise, type CpuProfile } from './cpu-profile';

const REPOSITORY = join(__dirname, '../../..');
const node = (id: number, functionName: string, url = '') => ({ id, callFrame: { functionName, url, lineNumber: 9 } });

/** Samples at 100, 110, 120 and so on. */
const profile: CpuProfile = {
  nodes: [
    node(1, '(idle)'),
    node(2, '(garbage collector)'),
    node(3, 'send', `file://${REPOSITORY}/node_modules/kafkajs/src/producer.js`),
    node(4, 'evolve', `file://${REPOSITORY}/apps/orchestrator/dist/domain/session/evolve.js`),
  ],
  startTime: 90,
  samples: [4, 1, 2, 3, 3, 4],
  timeDeltas: [10, 10, 10, 10, 10, 10],
};

describe('where the time of a process goes', () => {
  it('shares its busy time out by area and by function, idling apart', () => {
    expect(summarise(profile, { fromMicros: 0, untilMicros: 1_000 })).toEqual({
      busy_ms: 0,
      areas: { 'node_modules/kafkajs': 50, 'apps/orchestrator': 25, '(garbage collector)': 25 },
      functions: {
        'send kafkajs/src/producer.js:10': 50,
        'evolve apps/orchestrator/dist/domain/session/evolve.js:10': 25,
        '(garbage collector)': 25,
      },
    });
  });

  it('counts only samples of the timed pass', () => {
    const { areas } = summarise(profile, { fromMicros: 105, untilMicros: 125 });
    expect(areas).toEqual({ '(garbage collector)': 100 });
  });
});
