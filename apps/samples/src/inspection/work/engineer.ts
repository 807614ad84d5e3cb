import { z } from 'zod';
import { inBothLanguages } from '../plant/plant';

const instant = z.iso.datetime().transform((text) => Date.parse(text));

export const engineer = z.object({
  id: z.string(),
  name: inBothLanguages,
  /** Of equipment that they inspect. */
  kinds: z.array(z.string()).min(1),
  /** 0: Sunday. */
  weekdays: z.array(z.int().min(0).max(6)),
  /** Hours of the day, UTC. */
  from: z.int().min(0).max(23),
  to: z.int().min(1).max(24),
  channel: z.object({ kind: z.enum(['wecom', 'email', 'sms']), address: z.string() }),
});
export type Engineer = z.output<typeof engineer>;

export const booking = z.object({ engineer: z.string(), begins: instant, ends: instant });
export type Booking = z.output<typeof booking>;
