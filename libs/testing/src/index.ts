export * from './otlp-receiver';
export * from './otlp-spans';
