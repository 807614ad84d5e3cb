import { createLogger, type LoggerOptions } from './log';
import { quietly, withLogContext } from './log-context';
import { NestLogger } from './nest-logger';

function lines(level: LoggerOptions['level'] = 'info') {
  const written: string[] = [];
  const logger = createLogger({ service: 'memory', level, destination: { write: (line) => void written.push(line) } });
  return {
    logger,
    read: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
    text: () => written.join(''),
  };
}

describe('createLogger', () => {
  it('writes one JSON line with the level as a word, the time in ISO 8601 and the ids of the work', () => {
    const { logger, read } = lines();
    withLogContext({ request_id: 'r1' }, () => withLogContext({ turn_id: 't1' }, () => logger.info('turn accepted')));
    expect(read()).toEqual([
      expect.objectContaining({
        level: 'info',
        service: 'memory',
        request_id: 'r1',
        turn_id: 't1',
        msg: 'turn accepted',
      }),
    ]);
    expect(read()[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it('keeps the ids across awaits and does not leak them into other work', async () => {
    const { logger, read } = lines();
    await Promise.all(
      ['a', 'b'].map((request_id) =>
        withLogContext({ request_id }, async () => {
          await new Promise((resolve) => setImmediate(resolve));
          logger.info(request_id);
        }),
      ),
    );
    logger.info('outside');
    expect(read().map((line) => [line.request_id, line.msg])).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      [undefined, 'outside'],
    ]);
  });

  it('hides authorization, cookies and passwords wherever they sit', () => {
    const { logger, text } = lines();
    logger.info({
      authorization: 'Bearer hunter2',
      request: { headers: { authorization: 'Bearer hunter2', cookie: 'hunter2' } },
    });
    logger.info({
      config: { password: 'hunter2' },
      headers: { Authorization: 'hunter2', 'proxy-authorization': 'hunter2' },
    });
    expect(text()).not.toContain('hunter2');
    expect(text()).toContain('[redacted]');
  });

  it('writes the stack and causes of an error once, and not what a driver adds to it', () => {
    const { logger, read, text } = lines();
    const cause = Object.assign(new Error('unique violation'), {
      code: '23505',
      detail: 'Key (email)=(li@example.org)',
    });
    const failure = new Error('commit failed', { cause });
    logger.error({ err: failure }, 'first');
    logger.error({ err: failure }, 'again');
    const [first, again] = read();
    expect(first?.err).toMatchObject({ type: 'Error', message: 'commit failed', cause: { code: '23505' } });
    expect(first?.err).toHaveProperty('stack');
    expect(again?.err).toEqual({ type: 'Error', message: 'commit failed' });
    expect(text()).not.toContain('li@example.org');
  });
});

describe('quietly', () => {
  it('S10: writes warnings and errors of the work and nothing more verbose, however late it comes, and nothing is lost around it', async () => {
    const { logger, read } = lines();
    await quietly(async () => {
      logger.info('at once');
      await new Promise((resolve) => setTimeout(resolve, 1));
      logger.child({ part: 1 }).debug('later');
      logger.warn('of the work');
      logger.error('of the work');
    });
    logger.info('after it');
    expect(read().map(({ level, msg }) => [level, msg])).toEqual([
      ['warn', 'of the work'],
      ['error', 'of the work'],
      ['info', 'after it'],
    ]);
  });
});

describe('NestLogger', () => {
  it('turns what Nest says into JSON lines and its start-up chatter into debug', () => {
    const { logger, read } = lines();
    const nest = new NestLogger(logger);
    nest.log('Mapped {/v1/turns, POST} route', 'RouterExplorer');
    nest.log('listening', 'Main');
    nest.error(new TypeError('broken'), 'ExceptionsHandler');
    nest.error('broken', 'Error: broken\n    at x', 'ExceptionsHandler');
    nest.warn({ odd: true });
    expect(read().map(({ level, context, msg }) => [level, context, msg])).toEqual([
      ['info', 'Main', 'listening'],
      ['error', 'ExceptionsHandler', 'broken'],
      ['error', 'ExceptionsHandler', 'broken'],
      ['warn', undefined, '{"odd":true}'],
    ]);
    expect(read()[1]?.err).toMatchObject({ type: 'TypeError' });
    expect(read()[2]?.stack).toContain('at x');
  });
});
