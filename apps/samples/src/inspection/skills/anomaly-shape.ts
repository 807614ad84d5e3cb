import { z } from 'zod';

/** One sensor that is off, as detect_anomaly tells it and the skills behind it take it. */
export const anomalyShape = z.object({
  sensor_id: z.string().max(64),
  kind: z.enum(['shift', 'drift', 'spike', 'frozen']),
  direction: z.enum(['up', 'down', 'none']),
  onset: z.iso.datetime(),
  /** In standard deviations; of a frozen sensor the equal readings in a row. */
  score: z.number(),
  ongoing: z.boolean(),
  methods: z.array(z.string()),
});
export type AnomalyTold = z.output<typeof anomalyShape>;
