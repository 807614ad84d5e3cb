export * from './topic-tool';
export { type KafkaLog, type KafkaLogin, type KafkaOptions, type KafkaTiming } from './kafka-options';
export { KafkaTransport } from './kafka-transport';
