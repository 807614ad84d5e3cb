import { ConfigError } from '@plinth/config';
import { PermanentError } from '@plinth/kernel';
import { startFailure } from './start-failure';

describe('startFailure', () => {
  it('says what to mend, and no stack, where the error knows it', () => {
    const taken = new PermanentError('port_unavailable', 'Port 80 is taken.', {}, { cause: new Error('EADDRINUSE') });
    expect(startFailure(taken)).toEqual({
      facts: { code: 'port_unavailable', cause: 'EADDRINUSE' },
      message: 'could not start: Port 80 is taken.',
    });
    const { facts, message } = startFailure(new ConfigError([{ variable: 'PLINTH_PORT', rule: 'must be a port' }]));
    expect(message).toContain('PLINTH_PORT: must be a port');
    expect(facts).not.toHaveProperty('err');
  });

  it('shows where a bug is', () => {
    const bug = new TypeError('x is undefined');
    expect(startFailure(bug)).toEqual({ facts: { err: bug }, message: 'could not start' });
  });
});
