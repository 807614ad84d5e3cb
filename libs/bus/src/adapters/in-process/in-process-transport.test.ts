import { SystemClock } from '@plinth/kernel';
import { busContract } from '../../bus.contract';
import { InProcessTransport } from './in-process-transport';

busContract(
  'the in-process transport',
  async () => {
    const transport = new InProcessTransport(new SystemClock());
    return Promise.resolve({ transport: () => transport, end: () => Promise.resolve() });
  },
  { durable: false },
);
