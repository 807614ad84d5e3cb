import { doorbellContract } from './doorbell.contract';
import { InProcessDoorbell } from './in-process-doorbell';

describe('InProcessDoorbell', () => {
  doorbellContract(() => {
    const reported: unknown[] = [];
    const bell = new InProcessDoorbell((error) => reported.push(error));
    return Promise.resolve({ here: bell, there: bell, reported });
  });
});
