export * from './grpc-client';
export * from './grpc-server';
export * from './grpc-service';
export { loadProtos, serviceOf } from './load-protos';
export { CODE_OF } from './status-of';
export { jsonOfStruct, structInput, structOf, type Struct, type StructFault } from './struct';
