import { loadConfig, platformConfig } from '@plinth/config';
import { DEFAULT_PARTITIONS } from '@plinth/contracts';

it('a topic has as many partitions unless configured as the AsyncAPI document says', () => {
  expect(loadConfig(platformConfig, {}).partitions).toBe(DEFAULT_PARTITIONS);
});
