import { PermanentError, TransientError } from '@plinth/kernel';
import { DatabaseError } from 'pg';
import { sparesConnection, translateFailure } from './failure';
import { UniqueViolation } from './unique-violation';

const fromServer = (code: string, message = 'said so') =>
  Object.assign(new DatabaseError(message, 0, 'error'), { code });
const fromSocket = (code: string) => Object.assign(new Error(`connect ${code}`), { code });

describe('translateFailure', () => {
  it.each([
    ['postgres_unavailable', ['08006', '08P01', '53300', '57P01', '57P03', '25P03', '25006']],
    ['postgres_conflict', ['40001', '40P01', '55P03', '26000']],
    ['postgres_timeout', ['57014']],
  ])('says %s, to be tried again, for SQLSTATE %j', (code, states) => {
    for (const state of states) {
      const translated = translateFailure(fromServer(state));
      expect(translated).toBeInstanceOf(TransientError);
      expect(translated).toMatchObject({ code });
    }
  });

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT'])(
    'says postgres_unavailable for %s',
    (code) => {
      expect(translateFailure(fromSocket(code))).toMatchObject({ code: 'postgres_unavailable', retryable: true });
      expect(sparesConnection(fromSocket(code))).toBe(false);
    },
  );

  it.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect', 'Query read timeout'])(
    'says postgres_unavailable for the driver’s “%s”',
    (message) => expect(translateFailure(new Error(message))).toMatchObject({ code: 'postgres_unavailable' }),
  );

  it('takes a plan that a migration outdated for a conflict, and no other unsupported feature', () => {
    const outdated = fromServer('0A000', 'cached plan must not change result type');
    expect(translateFailure(outdated)).toMatchObject({ code: 'postgres_conflict' });
    expect(sparesConnection(outdated)).toBe(false);
    expect(translateFailure(fromServer('0A000'))).toMatchObject({ code: '0A000' });
  });

  it('names the violated constraint and refuses text that PostgreSQL cannot store', () => {
    const violation = Object.assign(fromServer('23505'), { constraint: 'journal_seq' });
    expect(translateFailure(violation)).toBeInstanceOf(UniqueViolation);
    expect(translateFailure(violation)).toMatchObject({ constraint: 'journal_seq' });
    for (const state of ['22021', '22P05']) expect(translateFailure(fromServer(state))).toBeInstanceOf(PermanentError);
  });

  it('leaves bugs as they are', () => {
    for (const bug of [fromServer('42P01'), fromServer('23514'), new TypeError('x is undefined'), 'text'])
      expect(translateFailure(bug)).toBe(bug);
  });
});

describe('sparesConnection', () => {
  it('holds after a plain answer of the server, and not when the connection ended or its state is unknown', () => {
    expect(sparesConnection(fromServer('23505'))).toBe(true);
    expect(sparesConnection(fromServer('57014'))).toBe(true);
    for (const state of ['57P01', '08006', '25P03', '26000']) expect(sparesConnection(fromServer(state))).toBe(false);
    expect(sparesConnection(new Error('Query read timeout'))).toBe(false);
  });
});
