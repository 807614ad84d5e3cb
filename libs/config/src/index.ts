export * from './config-error';
export * from './define-config';
export { optional } from './env-parser';
export * from './env-parsers';
export * from './kafka-config';
export * from './load-config';
export * from './load-together';
export * from './platform-config';
export * from './variable-table';
