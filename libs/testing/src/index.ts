export * from './infra-env';
export * from './kafka-scratch';
export * from './otlp-receiver';
export * from './otlp-spans';
export * from './postgres-database';
export * from './recording-sink';
export * from './severable-server';
