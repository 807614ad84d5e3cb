import { rolloutLedgerContract } from '../../../ports/rollout-ledger.contract';
import { InProcessRolloutLedger } from './in-process-rollout-ledger';
import { InProcessSkillRegistry } from './in-process-skill-registry';

describe('InProcessRolloutLedger', () => {
  rolloutLedgerContract(async () => {
    const registry = new InProcessSkillRegistry();
    const ledger = new InProcessRolloutLedger(registry);
    return { registry, ledger, other: ledger };
  });
});
