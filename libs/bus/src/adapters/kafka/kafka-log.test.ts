import { logLevel } from 'kafkajs';
import { kafkaLogCreator } from './kafka-log';

function setUp() {
  const lines: string[] = [];
  let nowMs = 0;
  const noting = (level: string) => (_fields: object, message: string) => void lines.push(`${level} ${message}`);
  const log = { debug: noting('debug'), info: noting('info'), warn: noting('warn'), error: noting('error') };
  const write = kafkaLogCreator(log, () => nowMs)(logLevel.INFO);
  return {
    lines,
    pass: (ms: number) => (nowMs += ms),
    report: (level: logLevel, message: string, extra: object = {}) =>
      write({
        namespace: 'Runner',
        level,
        label: '',
        log: { timestamp: '', logger: 'kafkajs', message, ...extra },
      }),
  };
}

describe('kafkaLogCreator', () => {
  it('keeps what a rebalance, a loading coordinator or a lost connection brings at debug', () => {
    const { lines, report } = setUp();
    report(logLevel.ERROR, 'The coordinator is not aware of this member, re-joining the group');
    report(logLevel.ERROR, 'Response Heartbeat(key: 12, version: 3)', { error: 'The group is rebalancing' });
    report(logLevel.WARN, 'The group is rebalancing, re-joining');
    report(logLevel.ERROR, 'Connection error: connect ECONNREFUSED');
    report(logLevel.INFO, 'Stopped');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['debug', 'debug', 'debug', 'debug', 'debug']);
  });

  it('never says error: only our own code can tell that a person must act', () => {
    const { lines, report } = setUp();
    report(logLevel.ERROR, 'Offset out of range, resetting to default offset');
    expect(lines).toEqual(['warn Offset out of range, resetting to default offset']);
  });

  it('says a repeated warning once in ten seconds', () => {
    const { lines, report, pass } = setUp();
    report(logLevel.ERROR, 'Broken');
    report(logLevel.ERROR, 'Broken');
    pass(10_001);
    report(logLevel.ERROR, 'Broken');
    expect(lines).toHaveLength(2);
  });
});
