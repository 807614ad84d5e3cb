import { z } from 'zod';

const share = z.number().min(0).max(1);
const days = z.int().min(1).max(3_650);

/** How what a user shows without saying it becomes a preference (M15). Neither requirements nor field name figures: these are ours. */
export const signalsPolicySchema = z
  .strictObject({
    /** How sure one session with one signal makes of the preference, and how sure a session can make at most, however often it shows it. */
    weight: share.default(0.35),
    sessionCap: share.default(0.4),
    /** Confidence from which the user is asked, or in mode `learn` believed; and from how many sessions at least. */
    threshold: share.default(0.75),
    leastSessions: z.int().min(2).max(100).default(3),
    /** After so many days a signal weighs half; after so many it is deleted. */
    halfLifeDays: days.default(120),
    keepDays: days.default(365),
    /** A question that the user left open comes again after so many days; one that was refused after so many, by default never. */
    askAgainDays: days.default(60),
    askRefusedAgainDays: days.nullable().default(null),
    /** A reply shorter than this in characters is not what “too long” complains of. */
    longReply: z.int().min(1).max(10_000).default(60),
    /** Terms of the user's own field: so rare in the language, so many a turn, and what one session with the term weighs. */
    terms: z
      .strictObject({
        leastRarity: z.number().min(0).max(10).default(5.5),
        perTurn: z.int().min(0).max(20).default(2),
        weight: share.default(0.25),
      })
      .prefault({}),
  })
  .refine(({ sessionCap, weight, terms, threshold }) => Math.max(sessionCap, weight, terms.weight) < threshold, {
    message: 'one session alone must not reach `threshold`: `sessionCap` and the weights have to lie below it',
    path: ['threshold'],
  });

export type SignalsPolicy = z.output<typeof signalsPolicySchema>;
