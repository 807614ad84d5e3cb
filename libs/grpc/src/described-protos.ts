import { join } from 'node:path';
import type { PackageDefinition } from '@grpc/proto-loader';
import { protoPath as healthProto } from 'grpc-health-check';
import { asProtocDescribes, isProtoFile } from './protoc-forms';
import { isMessage, loadProtos, messageOf } from './load-protos';

const REFLECTION = join(require.resolve('@grpc/reflection'), '../../proto');
const REFLECTION_FILES = ['v1', 'v1alpha'].map((version) => `grpc/reflection/${version}/reflection.proto`);

/** The protos as reflection may tell them, and those of health and of reflection itself. */
export function describedProtos(protos: PackageDefinition): PackageDefinition {
  const all = { ...protos, ...loadProtos('', [healthProto]), ...loadProtos(REFLECTION, REFLECTION_FILES) };
  const descriptors = loadProtos(join(__dirname, '../proto'), ['descriptors.proto']);
  const { serialize, deserialize } = messageOf(descriptors, 'google.protobuf.FileDescriptorProto');
  const told = new Map<Buffer, Buffer>();

  function fileTold(bytes: Buffer): Buffer {
    const known = told.get(bytes);
    if (known !== undefined) return known;
    const file = deserialize(bytes);
    const mended = isProtoFile(file) ? serialize(asProtocDescribes(file)) : bytes;
    told.set(bytes, mended);
    return mended;
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, definition]) =>
      isMessage(definition)
        ? [[name, { ...definition, fileDescriptorProtos: definition.fileDescriptorProtos.map(fileTold) }]]
        : [],
    ),
  );
}
