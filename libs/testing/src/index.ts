export * from './infra-env';
export * from './otlp-receiver';
export * from './otlp-spans';
export * from './postgres-database';
