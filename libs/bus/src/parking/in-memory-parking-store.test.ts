import { SystemClock } from '@plinth/kernel';
import { InMemoryParkingStore } from './in-memory-parking-store';
import { parkingStoreContract } from './parking-store.contract';

describe('InMemoryParkingStore', () => {
  const store = new InMemoryParkingStore(new SystemClock());
  parkingStoreContract(() => store);
});
