/**
 * What rides in `_meta` of `tools/call` in both directions, and of the tools of a list, beside `traceparent` and `tracestate` (which have no prefix by the
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
  /**
   * Of an error of a tool: `{status, outcome, error, …}`. Not its structured content, which has to be as the output schema says: official
   * clients throw away a result that is not, error or no error.
   */
  failure: 'plinth/failure',
  /** `true` of a tool that is itself imported from another server; no gateway imports it on, so that imports never go in circles. */
  imported: 'plinth/imported',
} as const;
