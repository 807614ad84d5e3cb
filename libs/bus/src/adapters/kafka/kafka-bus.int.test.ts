import { createScratchMesh } from '@plinth/testing';
import { busContract } from '../../bus.contract';
import { KafkaTransport } from './kafka-transport';

busContract(
  'Kafka',
  async ({ partitions }) => {
    const mesh = await createScratchMesh(partitions);
    return { transport: () => new KafkaTransport(mesh.options), end: () => mesh.remove() };
  },
  { durable: true },
);
