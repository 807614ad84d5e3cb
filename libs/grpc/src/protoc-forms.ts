/** The parts of `google/protobuf/descriptor.proto` that count here, named as its loader names them. */
export interface ProtoField {
  readonly name: string;
  readonly typeName?: string;
  readonly oneofIndex?: number;
  readonly proto3Optional?: boolean;
}
export interface ProtoMessage {
  readonly name: string;
  readonly field?: readonly ProtoField[];
  readonly nestedType?: readonly ProtoMessage[];
  readonly oneofDecl?: readonly { readonly name: string }[];
  readonly options?: { readonly mapEntry?: boolean } | null;
}
export interface ProtoFile {
  readonly name: string;
  readonly messageType?: readonly ProtoMessage[];
}

export const isProtoFile = (message: object): message is ProtoFile => 'name' in message;

/**
 * A file as protoc describes it. protobuf.js names the entry of a map after the field alone, which strict clients refuse, and does not
 * mark fields that are `optional`, which they then show as alternatives of one.
 */
export function asProtocDescribes(file: ProtoFile): ProtoFile {
  return { ...file, ...(file.messageType ? { messageType: file.messageType.map(message) } : {}) };
}

function message(told: ProtoMessage): ProtoMessage {
  const { field = [], nestedType = [], oneofDecl = [] } = told;
  const maps = new Map(
    nestedType.filter(({ options }) => options?.mapEntry === true).map((entry) => [entry.name, entry]),
  );
  const entryOf = ({ name, typeName }: ProtoField): string | undefined => {
    const last = typeName?.split('.').at(-1);
    return last !== undefined && maps.has(last) ? mapEntryName(name) : undefined;
  };
  const names = new Map(
    field.flatMap((one) => {
      const entry = entryOf(one);
      return entry === undefined ? [] : [[one.typeName?.split('.').at(-1), entry] as const];
    }),
  );
  return {
    ...told,
    field: field.map((one) => {
      const typeName = entryOf(one);
      const isOptional = one.oneofIndex !== undefined && oneofDecl[one.oneofIndex]?.name === `_${one.name}`;
      return {
        ...one,
        ...(typeName === undefined ? {} : { typeName }),
        ...(isOptional ? { proto3Optional: true } : {}),
      };
    }),
    nestedType: nestedType.map((nested) => message({ ...nested, name: names.get(nested.name) ?? nested.name })),
  };
}

/** `asked_before` has the entry `AskedBeforeEntry`: protobuf's rule. */
export function mapEntryName(field: string): string {
  const words = field.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Entry`;
}
