import { MCP_META } from '@plinth/contracts';
import { z } from 'zod';
import { callBody, keyHeader } from '../http/call-body';

const { user_id, session_id, attributes, locale, dry_run, confirmation_token } = callBody.shape;

/** What a client says of a call beside its arguments: as the body and the headers of a direct call over HTTP. What is not ours is ignored. */
export const callMeta = z
  .object({
    [MCP_META.idempotencyKey]: keyHeader.shape['Idempotency-Key'].optional(),
    [MCP_META.userId]: user_id,
    [MCP_META.sessionId]: session_id,
    [MCP_META.attributes]: attributes,
    [MCP_META.locale]: locale,
    [MCP_META.dryRun]: dry_run,
    [MCP_META.confirmationToken]: confirmation_token,
    traceparent: z.string().max(200).optional().catch(undefined),
    tracestate: z.string().max(1_000).optional().catch(undefined),
  })
  .transform((meta) => ({
    key: meta[MCP_META.idempotencyKey],
    userId: meta[MCP_META.userId],
    session: meta[MCP_META.sessionId],
    attributes: meta[MCP_META.attributes],
    locale: meta[MCP_META.locale],
    dryRun: meta[MCP_META.dryRun],
    confirmationToken: meta[MCP_META.confirmationToken],
    traceparent: meta.traceparent,
    tracestate: meta.tracestate,
  }));
export type CallMeta = z.output<typeof callMeta>;

export const callArguments = callBody.shape.arguments;
