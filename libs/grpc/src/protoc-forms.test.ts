import { asProtocDescribes, mapEntryName, type ProtoFile } from './protoc-forms';

/** As protobuf.js describes `message M { map<string, int32> said_before = 1; optional int32 n = 2; oneof v { string t = 3; } }`. */
const file: ProtoFile = {
  name: 'm.proto',
  messageType: [
    {
      name: 'M',
      field: [
        { name: 'said_before', typeName: 'Said_before' },
        { name: 'n', oneofIndex: 0 },
        { name: 't', oneofIndex: 1 },
        { name: 'inner', typeName: 'Inner' },
      ],
      oneofDecl: [{ name: '_n' }, { name: 'v' }],
      nestedType: [
        { name: 'Said_before', options: { mapEntry: true }, field: [{ name: 'key' }, { name: 'value' }] },
        {
          name: 'Inner',
          field: [{ name: 'arms', typeName: 'Arms' }],
          nestedType: [{ name: 'Arms', options: { mapEntry: true } }],
        },
      ],
    },
  ],
};

describe('asProtocDescribes', () => {
  it('names the entry of a map after its field, in camel case with Entry, in every depth', () => {
    const [m] = asProtocDescribes(file).messageType ?? [];
    expect(m?.nestedType?.map(({ name }) => name)).toEqual(['SaidBeforeEntry', 'Inner']);
    expect(m?.field?.[0]).toEqual({ name: 'said_before', typeName: 'SaidBeforeEntry' });
    expect(m?.field?.[3]).toEqual({ name: 'inner', typeName: 'Inner' });
    expect(m?.nestedType?.[1]).toMatchObject({
      field: [{ typeName: 'ArmsEntry' }],
      nestedType: [{ name: 'ArmsEntry' }],
    });
  });

  it('marks what is optional, and leaves real alternatives alone', () => {
    const [m] = asProtocDescribes(file).messageType ?? [];
    expect(m?.field?.map(({ proto3Optional }) => proto3Optional)).toEqual([undefined, true, undefined, undefined]);
  });

  it.each([
    ['arms', 'ArmsEntry'],
    ['asked_before', 'AskedBeforeEntry'],
    ['v2_ids', 'V2IdsEntry'],
  ])('%s has the entry %s', (field, entry) => expect(mapEntryName(field)).toBe(entry));
});
