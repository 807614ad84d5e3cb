import { z } from 'zod';

const share = z.number().min(0).max(1);

/** What an item is worth by its origin (M24), how long what a sensor says holds (M7), and how much an item may hold. */
export const itemsPolicySchema = z.strictObject({
  credibility: z
    .strictObject({
      confirmed: share.default(0.95),
      verified: share.default(0.85),
      said: share.default(0.6),
      inferred: share.default(0.3),
    })
    .prefault({}),
  /** Sources of which an item holds for `hours` and no longer, whatever it says itself. */
  sensors: z
    .strictObject({
      channels: z.array(z.string().min(1)).default(['sensor', 'device', 'telemetry', 'iot']),
      hours: z.number().positive().default(72),
    })
    .prefault({}),
  /** Characters of one item; a longer text is a document or several items. */
  maxContent: z.int().min(1).max(8_000).default(8_000),
});

export type ItemsPolicy = z.output<typeof itemsPolicySchema>;
