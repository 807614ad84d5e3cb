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

it('keeps the last announcements in place of a log that no service would ever read', async () => {
  const transport = new InProcessTransport(new SystemClock());
  await transport.connect(['plinth.skills.events']);
  const record = (n: number) => ({
    topic: 'plinth.skills.events',
    key: 'k',
    headers: { n: `${n}` },
    body: Buffer.from('{}'),
  });
  await transport.produce(Array.from({ length: 1_200 }, (_, n) => record(n)));
  expect(transport.announcements).toHaveLength(1_000);
  expect(transport.announcements.at(-1)).toEqual(record(1_199));
});
