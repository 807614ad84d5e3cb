export * from './platform';
export * from './run-service';
export * from './start-host';
