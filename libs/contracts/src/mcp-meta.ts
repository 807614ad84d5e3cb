/**
 * What rides in `_meta` of `tools/call`, in both directions, beside `traceparent` and `tracestate` (which have no prefix by the
 * convention of the protocol).
 */
export const MCP_META = {
  /** The same for every try of one call; an effect happens once for it. */
  idempotencyKey: 'plinth/idempotency_key',
  /** `true`: answers what would be, and changes nothing. */
  dryRun: 'plinth/dry_run',
  /** Of an earlier answer `confirmation_required`: what it names was confirmed. */
  confirmationToken: 'plinth/confirmation_token',
  userId: 'plinth/user_id',
  sessionId: 'plinth/session_id',
  attributes: 'plinth/attributes',
  locale: 'plinth/locale',
  /** Of a result: what proves the effect. */
  receipt: 'plinth/receipt',
} as const;
