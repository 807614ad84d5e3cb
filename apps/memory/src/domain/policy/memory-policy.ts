import { z } from 'zod';
import { gatePolicySchema } from '../candidates/gate-policy';
import { documentsPolicySchema } from '../documents/documents-policy';
import { forgettingPolicySchema } from '../forgetting/forgetting-policy';
import { retentionPolicySchema } from '../forgetting/retention';
import { itemsPolicySchema } from '../items/items-policy';
import { masksPolicySchema } from '../items/masks-policy';
import { defaultsPolicySchema } from '../recall/default-facts';
import { recallPolicySchema } from '../recall/recall-policy';
import { signalsPolicySchema } from '../signals/signals-policy';
import { summaryPolicySchema } from '../summary/summary-policy';
import { taskSlotsPolicySchema } from '../task-slots/task-schema-policy';
import { windowPolicySchema } from '../window/window-policy';

/** All that a tenant may decide about memory. What a file leaves out is as the seeds have it. */
export const memoryPolicySchema = z.strictObject({
  gate: gatePolicySchema.prefault({}),
  items: itemsPolicySchema.prefault({}),
  masks: masksPolicySchema.prefault({}),
  signals: signalsPolicySchema.prefault({}),
  recall: recallPolicySchema.prefault({}),
  defaults: defaultsPolicySchema.prefault({}),
  documents: documentsPolicySchema.prefault({}),
  taskSlots: taskSlotsPolicySchema,
  summary: summaryPolicySchema.prefault({}),
  window: windowPolicySchema.prefault({}),
  forgetting: forgettingPolicySchema.prefault({}),
  retention: retentionPolicySchema,
});

export type MemoryPolicy = z.output<typeof memoryPolicySchema>;

export const DEFAULT_MEMORY_POLICY: MemoryPolicy = memoryPolicySchema.parse({});
