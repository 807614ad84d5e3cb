/** What is left of a rate at one moment, by the token bucket; pure, in milliseconds of any one clock. */
export interface TokenBucket {
  readonly tokens: number;
  readonly atMs: number;
}

/** What floating point adds is no millisecond more to wait. */
const ROUNDING_MS = 1e-6;

/** `tokens` never exceed the burst: what a second gives, one at least. */
export const burstOf = (perSecond: number): number => Math.max(1, perSecond);

export const fullBucket = (perSecond: number, nowMs: number): TokenBucket => ({
  tokens: burstOf(perSecond),
  atMs: nowMs,
});

/** Takes one token, or tells when there will be one. Within any time t at most burst + t · rate are given. */
export function takeToken(
  bucket: TokenBucket,
  perSecond: number,
  nowMs: number,
): { readonly bucket: TokenBucket; readonly retryAfterMs: number | undefined } {
  const passedMs = Math.max(0, nowMs - bucket.atMs);
  const tokens = Math.min(burstOf(perSecond), bucket.tokens + (passedMs * perSecond) / 1_000);
  const refilled = { tokens, atMs: Math.max(nowMs, bucket.atMs) };
  if (tokens < 1)
    return { bucket: refilled, retryAfterMs: Math.ceil(((1 - tokens) * 1_000) / perSecond - ROUNDING_MS) };
  return { bucket: { ...refilled, tokens: tokens - 1 }, retryAfterMs: undefined };
}
