import {
  loadSync,
  type AnyDefinition,
  type MessageTypeDefinition,
  type PackageDefinition,
  type ServiceDefinition,
} from '@grpc/proto-loader';

/**
 * Messages as JSON has them: field names as written, numbers, enums by name, absent what was not sent.
 * Throws what the parser throws for a file that is no proto.
 */
export function loadProtos(folder: string, files: readonly string[]): PackageDefinition {
  return loadSync([...files], { includeDirs: [folder], keepCase: true, longs: Number, enums: String });
}

export function serviceOf(protos: PackageDefinition, name: string): ServiceDefinition {
  const found = protos[name];
  if (found === undefined || 'format' in found) throw new Error(`the protos have no service ${name}`);
  return found;
}

export type MessageDefinition = MessageTypeDefinition<object, object>;

export const isMessage = (definition: AnyDefinition): definition is MessageDefinition =>
  'serialize' in definition && typeof definition.serialize === 'function';

export function messageOf(protos: PackageDefinition, name: string): MessageDefinition {
  const found = protos[name];
  if (found === undefined || !isMessage(found)) throw new Error(`the protos have no message ${name}`);
  return found;
}
