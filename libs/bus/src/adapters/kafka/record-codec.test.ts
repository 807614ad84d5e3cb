import fc from 'fast-check';
import type { KafkaMessage } from 'kafkajs';
import type { WireRecord } from '../../transport';
import { Namespace } from './namespace';
import { decodeRecord, encodeRecords, splitBySize } from './record-codec';

const message = (over: Partial<KafkaMessage> = {}): KafkaMessage =>
  ({
    key: Buffer.from('k'),
    value: Buffer.from('{}'),
    timestamp: '1700000000000',
    attributes: 0,
    offset: '5',
    headers: {},
    ...over,
  }) as KafkaMessage;

const record = (over: Partial<WireRecord> = {}): WireRecord => ({
  topic: 't',
  key: 'k',
  headers: {},
  body: Buffer.from('{}'),
  ...over,
});

describe('decodeRecord', () => {
  it('never throws, whatever bytes a foreign producer wrote into key, headers and body', () => {
    const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array));
    const header = fc.oneof(bytes, fc.string(), fc.array(fc.oneof(bytes, fc.string())), fc.constant(undefined));
    fc.assert(
      fc.property(fc.option(bytes), fc.option(bytes), fc.dictionary(fc.string(), header), (key, value, headers) => {
        const decoded = decodeRecord('t', 0, message({ key, value, headers }), 0);
        expect(typeof decoded.key).toBe('string');
        expect(Object.values(decoded.headers).every((each) => typeof each === 'string')).toBe(true);
        expect(Buffer.isBuffer(decoded.body)).toBe(true);
      }),
    );
  });

  it('takes the last value of a repeated header, and a `__proto__` header as an ordinary one', () => {
    const headers = JSON.parse('{"a":["1","2"],"__proto__":"x"}') as KafkaMessage['headers'];
    const decoded = decodeRecord('t', 3, message({ headers } as Partial<KafkaMessage>), 0);
    expect(Object.entries(decoded.headers)).toEqual([
      ['a', '2'],
      ['__proto__', 'x'],
    ]);
    expect(decoded).toMatchObject({ topic: 't', partition: 3, offset: '5', appendedAtMs: 1_700_000_000_000 });
  });
});

describe('encodeRecords', () => {
  it('makes one entry a topic of the namespace and keeps the order inside each', () => {
    const entries = encodeRecords(
      [record({ topic: 'a', key: '1' }), record({ topic: 'b', key: '2' }), record({ topic: 'a', key: '3' })],
      new Namespace('mesh'),
    );
    expect(entries.map(({ topic, messages }) => [topic, messages.map(({ key }) => key)])).toEqual([
      ['mesh.a', ['1', '3']],
      ['mesh.b', ['2']],
    ]);
  });
});

describe('splitBySize', () => {
  it('keeps every record, in order, in runs under the bound unless one record alone exceeds it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3000), { maxLength: 60 }), (sizes) => {
        const records = sizes.map((size, index) => record({ key: String(index), body: Buffer.alloc(size) }));
        const runs = splitBySize(records, 2000);
        expect(runs.flat()).toEqual(records);
        for (const run of runs) {
          const bytes = run.reduce((sum, each) => sum + each.body.length + each.key.length + 64, 0);
          expect(run.length === 1 || bytes <= 2000).toBe(true);
        }
      }),
    );
  });

  it('leaves what fits in one request', () => {
    expect(splitBySize([record(), record()], 900_000)).toHaveLength(1);
  });
});
