import * as fc from 'fast-check';
import { loadProtos, messageOf } from './load-protos';
import { jsonOfStruct, structInput, structOf, type Struct } from './struct';

const protos = loadProtos('', ['google/protobuf/struct.proto']);
const wire = messageOf(protos, 'google.protobuf.Struct');
/** There and back over the wire. */
const sent = (struct: Struct): Struct => wire.deserialize(wire.serialize(struct));

describe('Struct', () => {
  it('brings every JSON object back as it was, over the wire', () => {
    const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 4 }));
    fc.assert(
      fc.property(object, (value) => {
        const json = JSON.parse(JSON.stringify(value));
        expect(jsonOfStruct(sent(structOf(json)))).toEqual(json);
      }),
    );
  });

  it('keeps a property named like a part of every object, and touches no prototype', () => {
    const told = jsonOfStruct(sent(structOf(JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'))));
    expect(JSON.stringify(told)).toBe('{"__proto__":{"polluted":true},"constructor":1}');
    expect(Object.getPrototypeOf(told)).toBe(Object.prototype);
  });

  it.each<[string, Struct]>([
    ['NaN', { fields: { a: { numberValue: NaN } } }],
    ['an infinity', { fields: { a: { numberValue: Infinity } } }],
    ['a value of no kind', { fields: { a: {} } }],
  ])('says of %s that it is no JSON', (_name, struct) => expect(jsonOfStruct(sent(struct))).toBe('not_json'));

  it('says of what nests without end that it is too deep', () => {
    let value: Struct = { fields: {} };
    for (let level = 0; level < 5_000; level += 1) value = { fields: { a: { structValue: value } } };
    expect(jsonOfStruct(value)).toBe('too_deep');
  });

  it('is read by input rules as the object that it holds', () => {
    expect(structInput.parse(structOf({ a: [1, { b: null }] }))).toEqual({ a: [1, { b: null }] });
    expect(structInput.safeParse({ fields: { a: {} } }).success).toBe(false);
    expect(structInput.safeParse(7).success).toBe(false);
  });
});
