import { z } from 'zod';

const share = z.number().min(0).max(1);
const days = z.int().min(1).max(3_650);

/** How memory fades (M16), what its nightly jobs tidy (M19). Days are of UTC. */
export const forgettingPolicySchema = z.strictObject({
  /** What an item's decay factor, 1 at first, is multiplied by: for each use, and for each night. */
  perUse: share.default(0.95),
  perNight: share.default(0.99),
  /** An item goes to the archive when its factor is below this and nothing has used it for so long. */
  archive: z.strictObject({ below: share.default(0.3), unusedDays: days.default(30) }).prefault({}),
  /** So many “not useful” in a row make the factor 0. */
  uselessInARow: z.int().min(1).max(100).default(2),
  /** An item less important than this and unused for so long is for reference: found when asked for, never shown unasked. */
  reference: z.strictObject({ importanceBelow: share.default(0.5), unusedDays: days.default(30) }).prefault({}),
  /** How much more important an item becomes that is used again after all. */
  restoredImportance: share.default(0.1),
  /** Stable, which never decays, is what was said more often than `saidOver`, or used through `usedDays` with no gap beyond `gapDays`. */
  stable: z
    .strictObject({ saidOver: z.int().min(1).default(3), usedDays: days.default(30), gapDays: days.default(3) })
    .prefault({}),
  /** Kinds that neither fade nor become reference. */
  lasting: z.array(z.enum(['fact', 'preference', 'state', 'constraint', 'episode'])).default(['constraint']),
  /** An attribute of the profile that nobody confirmed or used for so long leaves the profile; its item stays for reference. */
  demoteAfterDays: days.default(30),
  /** How long the log of changes is kept. */
  logDays: days.default(30),
  merge: z
    .strictObject({
      /** Cosine of two items' vectors, and share of common pairs of letters where one has no vector, from which they say the same. */
      cosine: share.default(0.97),
      letters: share.default(0.9),
      /** The newest items of a user that are compared with one another; a report names how many were left out. */
      compared: z.int().min(2).max(5_000).default(1_000),
    })
    .prefault({}),
  /** A session that was silent for so long is summarised, from so many rounds on. */
  summarise: z
    .strictObject({ silentHours: z.number().min(0).max(720).default(6), rounds: z.int().min(1).default(3) })
    .prefault({}),
  /** What a user has said so many times since is summarised, de-duplicated and merged at once, not only at night (M13). */
  workAfter: z.int().min(5).max(100_000).default(50),
});

export type ForgettingPolicy = z.output<typeof forgettingPolicySchema>;
