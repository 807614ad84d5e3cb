/** Work that belongs to no turn; any replica may do it, and two at once do no harm. */
export abstract class Upkeep {
  /** Deletes recorded replies from before the instant, and what was declared before the other and never confirmed. */
  abstract purge(
    recordedBeforeMs: number,
    declaredBeforeMs: number,
    limit: number,
  ): Promise<{ readonly replies: number; readonly candidates: number }>;
}
