export * from './configure-host';
export { grpcBesideHttp } from './grpc-beside-http';
export * from './platform';
export * from './run-main';
export * from './run-service';
export * from './service-definition';
export * from './service-module';
export * from './start-host';
export * from './watched-folder';
