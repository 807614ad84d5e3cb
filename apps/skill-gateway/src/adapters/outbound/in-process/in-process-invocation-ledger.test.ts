import { FixedClock } from '@plinth/kernel';
import { invocationLedgerContract } from '../../../ports/invocation-ledger.contract';
import { InProcessInvocationLedger } from './in-process-invocation-ledger';

describe('InProcessInvocationLedger', () => {
  invocationLedgerContract(() => new InProcessInvocationLedger(new FixedClock(1_000)));
});
