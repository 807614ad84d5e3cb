export * from './topic-tool';
export { type BusLog, type KafkaOptions, type KafkaTiming } from './kafka-options';
export { KafkaTransport } from './kafka-transport';
