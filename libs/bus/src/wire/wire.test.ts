import addFormats from 'ajv-formats';
import Ajv from 'ajv';
import fc from 'fast-check';
import { z } from 'zod';
import { asyncApiDocument, memoryEnd, userErase, verdictReached, type Outgoing } from '@plinth/contracts';
import { messageId, requestId, sessionId, tenantId, turnId, userId } from '@plinth/kernel';
import { deadLetterOf } from '../parking/dead-letter';
import { parkedMessageOf } from '../parking/parked-message';
import type { WireRecord } from '../transport';
import { decodeRecord } from './decode-record';
import { encodeMessage } from './encode-message';

const APPENDED_AT_MS = Date.UTC(2026, 0, 2, 3, 4, 6);
const envelope: Outgoing['envelope'] = {
  id: messageId('0190'),
  source: 'orchestrator',
  timeMs: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  tenant: tenantId('acme'),
  session: sessionId('客服/1'),
  turn: turnId('t1'),
  causation: messageId('c1'),
  request: requestId('r1'),
  budgetMs: 2000,
};
const message = (over: Partial<Outgoing> = {}): Outgoing => ({
  definition: memoryEnd,
  envelope,
  data: { user_id: 'u' },
  ...over,
});

const headerSchema = z.looseObject({ properties: z.record(z.string(), z.unknown()) });
function documented(name: string) {
  const schema = headerSchema.parse(asyncApiDocument('0.0.0').components.schemas[name]);
  return { properties: schema.properties, isValid: addFormats(new Ajv()).compile(schema) };
}

/** As the broker gives it back. */
const received = (record: WireRecord) => decodeRecord({ ...record, appendedAtMs: APPENDED_AT_MS });
const withHeaders = (change: Readonly<Record<string, string | undefined>>) => {
  const record = encodeMessage(message());
  const headers = Object.entries({ ...record.headers, ...change }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return received({ ...record, headers: Object.fromEntries(headers) as Record<string, string> });
};

describe('the wire format', () => {
  it('is CloudEvents 1.0 in binary mode: attributes as headers, the data alone as JSON in the body', () => {
    const record = encodeMessage(message());
    expect(record).toEqual({
      topic: 'plinth.memory.commands',
      key: 'acme/s/%E5%AE%A2%E6%9C%8D%2F1',
      headers: {
        ce_specversion: '1.0',
        ce_id: '0190',
        ce_type: 'memory.end.v1',
        ce_source: '/plinth/orchestrator',
        ce_time: '2026-01-02T03:04:05.006Z',
        ce_tenant: 'acme',
        ce_session: '客服/1',
        ce_turn: 't1',
        ce_causation: 'c1',
        ce_request: 'r1',
        ce_budgetms: '2000',
        'content-type': 'application/json',
      },
      body: Buffer.from('{"user_id":"u"}'),
    });
    for (const name of Object.keys(record.headers)) expect(name).toMatch(/^(ce_[a-z0-9]+|content-type)$/);
  });

  it('X1: is what the AsyncAPI document says of it: every header that is sent, and each that is required', () => {
    const { properties, isValid } = documented('headers');
    const { headers } = encodeMessage(message({ envelope: { ...envelope, user: userId('u') } }));
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(headers)));
    expect(isValid(headers)).toBe(true);
    expect(isValid({ ...headers, 'content-type': 'text/plain' })).toBe(false);
  });

  it('X1: copies a parked message with the headers that the AsyncAPI document gives a dead letter', () => {
    const { properties, isValid } = documented('dead_letter_headers');
    const record = { ...encodeMessage(message()), partition: 3, offset: '7', appendedAtMs: APPENDED_AT_MS };
    const error = { code: 'internal', message: 'x', retryable: false };
    const { topic, headers } = deadLetterOf(
      parkedMessageOf('memory', record, decodeRecord(record), error, APPENDED_AT_MS),
    );
    const added = Object.keys(headers).filter((name) => !(name in record.headers));
    expect(added.sort()).toEqual(Object.keys(properties).sort());
    expect(isValid(headers)).toBe(true);
    expect(topic).toBe('plinth.dead-letters');
  });

  it('reads back what it wrote', () => {
    expect(received(encodeMessage(message()))).toEqual({
      kind: 'message',
      envelope: { ...envelope, type: 'memory.end.v1' },
      definition: memoryEnd,
      data: { user_id: 'u' },
    });
  });

  it('keys an announcement, which has neither session nor user, by its subject', () => {
    const { session: _session, turn: _turn, ...rest } = envelope;
    const record = encodeMessage(message({ envelope: { ...rest, subject: 'refund' } }));
    expect(record).toMatchObject({ key: 'acme/x/refund', headers: { ce_subject: 'refund' } });
    expect(received(record)).toMatchObject({ kind: 'message', envelope: { subject: 'refund' } });
  });

  it('reads a message of a newer producer: fields and headers that it does not know are ignored', () => {
    const record = encodeMessage(message());
    const newer = {
      ...record,
      headers: { ...record.headers, ce_novelty: '1', ce_dataschema: 'x' },
      body: Buffer.from('{"user_id":"u","new_field":1}'),
    };
    expect(received(newer)).toMatchObject({ kind: 'message', data: { user_id: 'u' } });
  });

  it.each(['/else', 'https://ops.example/replay?run=7', 'urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66'])(
    'takes a message from any source, here %s, and keeps it as it came: who may send is for the broker to say',
    (source) => {
      expect(withHeaders({ ce_source: source })).toMatchObject({ kind: 'message', envelope: { source } });
    },
  );

  it('takes the time of appending for a message that does not say when it was made', () => {
    expect(withHeaders({ ce_time: undefined })).toMatchObject({
      kind: 'message',
      envelope: { timeMs: APPENDED_AT_MS },
    });
  });

  it('refuses to send what its contract does not know, naming the field', () => {
    const refused = (over: Partial<Outgoing>) => {
      try {
        encodeMessage(message(over));
      } catch (error) {
        return error;
      }
      return undefined;
    };
    expect(refused({ data: { user_id: 'u', extra: 1 } })).toMatchObject({ code: 'contract_violation' });
    expect(refused({ data: { user_id: 7 } })).toMatchObject({
      code: 'contract_violation',
      detail: { field: 'user_id' },
    });
    expect(refused({ topic: 'plinth.skills.commands' })).toMatchObject({ detail: { field: 'envelope.topic' } });
    expect(refused({ definition: userErase })).toMatchObject({ detail: { field: 'envelope.topic' } });
    const { session: _session, ...homeless } = envelope;
    expect(refused({ envelope: homeless })).toMatchObject({ detail: { field: 'envelope.session' } });
    expect(refused({ envelope: { ...homeless, user: userId('a\ud800') } })).toMatchObject({
      detail: { field: 'envelope.user', rule: 'lone_surrogate' },
    });
  });

  it.each([
    ['a NUL', 'a\u0000b', 'nul_character'],
    ['half a character', 'a\ud83d', 'lone_surrogate'],
  ])('neither sends nor takes %s, which no store would keep', (_what, text, rule) => {
    const violation = { code: 'contract_violation', detail: { field: 'user_id', rule } };
    expect(() => encodeMessage(message({ data: { user_id: text } }))).toThrow(
      expect.objectContaining(violation) as Error,
    );
    const record = encodeMessage(message());
    const body = Buffer.from(JSON.stringify({ user_id: text }));
    expect(received({ ...record, body })).toMatchObject({
      kind: 'undecodable',
      reason: { code: 'contract_violation' },
    });
  });

  it('takes escapes that stand for whole characters, or for a backslash', () => {
    const data = { user_id: 'the text \\u0000 and 👍' };
    const ascii = Buffer.from(JSON.stringify(data).replace('👍', '\\ud83d\\udc4d'));
    expect(received({ ...encodeMessage(message()), body: ascii })).toMatchObject({ kind: 'message', data });
  });

  it('does not take a header with a NUL, whose envelope no store would keep', () => {
    expect(withHeaders({ ce_session: 's\u0000' })).toMatchObject({ reason: { code: 'header_malformed' } });
  });

  it('refuses a body over 256 kB by a code of its own', () => {
    expect(() => encodeMessage(message({ data: { user_id: '退'.repeat(90_000) } }))).toThrow(
      expect.objectContaining({ code: 'message_too_large' }) as Error,
    );
  });

  const broken: [string, string, (record: ReturnType<typeof encodeMessage>) => object, boolean][] = [
    [
      'a type that no contract names',
      'unknown_type',
      (r) => ({ headers: { ...r.headers, ce_type: 'memory.dream.v9' } }),
      true,
    ],
    ['a body that is no JSON', 'body_not_json', () => ({ body: Buffer.from('{') }), true],
    ['a body that is missing', 'body_not_json', () => ({ body: null }), true],
    ['data that breaks its contract', 'contract_violation', () => ({ body: Buffer.from('{"user_id":5}') }), true],
    ['no id', 'header_malformed', (r) => ({ headers: { ...r.headers, ce_id: undefined } }), false],
    [
      'another version of CloudEvents',
      'header_malformed',
      (r) => ({ headers: { ...r.headers, ce_specversion: '0.3' } }),
      false,
    ],
    [
      'no version of CloudEvents',
      'header_malformed',
      (r) => ({ headers: { ...r.headers, ce_specversion: undefined } }),
      false,
    ],
    ['no source', 'header_malformed', (r) => ({ headers: { ...r.headers, ce_source: '' } }), false],
    ['a time that is none', 'header_malformed', (r) => ({ headers: { ...r.headers, ce_time: 'noon' } }), false],
    [
      'a budget that is no number',
      'header_malformed',
      (r) => ({ headers: { ...r.headers, ce_budgetms: '1e9' } }),
      false,
    ],
    ['no headers at all', 'internal', () => ({ headers: undefined }), false],
  ];
  it.each(broken)('B3: turns %s into a value with the reason %s', (_what, code, change, hasEnvelope) => {
    const record = encodeMessage(message());
    const decoded = received({ ...record, ...change(record) });
    expect(decoded).toMatchObject({ kind: 'undecodable', reason: { code } });
    expect(decoded.envelope !== undefined).toBe(hasEnvelope);
  });

  it('B3: never throws, whatever a record holds', () => {
    const headers = fc.dictionary(
      fc.constantFrom('ce_specversion', 'ce_id', 'ce_type', 'ce_source', 'ce_time', 'ce_tenant', 'ce_budgetms'),
      fc.oneof(
        fc.string(),
        fc.constantFrom('1.0', 'memory.end.v1', verdictReached.type, '/plinth/memory', '2026-01-01T00:00:00Z'),
      ),
    );
    fc.assert(
      fc.property(headers, fc.uint8Array(), fc.string(), (each, body, key) => {
        const decoded = received({ topic: 'plinth.memory.commands', key, headers: each, body: Buffer.from(body) });
        expect(['message', 'undecodable']).toContain(decoded.kind);
      }),
    );
  });
});
