import { z } from 'zod';

/** How a declared value becomes durable (M12). A user's own choice stands above the tenant's. */
export const gatePolicySchema = z.strictObject({
  /** `confirm`: only what the user confirms; `learn`: what the user says is stored at once, as said. */
  mode: z.enum(['confirm', 'learn']).default('confirm'),
  /** An answer counts only in the turn after the question; an open candidate waits this long to be asked or declared again. */
  candidateHours: z.number().positive().max(720).default(24),
});

export type GatePolicy = z.output<typeof gatePolicySchema>;
export type GateMode = GatePolicy['mode'];
