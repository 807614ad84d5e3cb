import type { Lane } from '@plinth/contracts';
import { messageId, requestId, sessionId, tenantId, turnId } from '@plinth/kernel';
import type { SkillReply } from '../../../domain/outcome/skill-reply';
import type { CommandOrigin, Invocation, InvocationInput, LedgerLease } from '../../../ports/invocation-ledger';

/** A row as it is read; what is in it was written from these very types. */
export interface InvocationRow {
  readonly tenant: string;
  readonly command_id: string;
  readonly session_id: string | null;
  readonly turn_id: string | null;
  readonly request_id: string | null;
  readonly trace: CommandOrigin['trace'];
  readonly skill: string;
  readonly version: string | null;
  readonly lane: Lane | null;
  readonly user_id: string;
  readonly input: InvocationInput | null;
  readonly reply: SkillReply | null;
  readonly status: 'started' | 'succeeded' | 'failed' | 'unknown';
  readonly lease_token: string;
  readonly takes: number;
  readonly direct: boolean;
}

export const COLUMNS = `tenant, command_id, session_id, turn_id, request_id, trace, skill, version, lane, user_id, input, reply,
  status, lease_token, takes, direct`;

/** The store's clock, the same within one statement. */
export const NOW_MS = `floor(extract(epoch FROM now()) * 1000)::bigint`;

export function invocationOf(row: InvocationRow): Invocation {
  return {
    origin: {
      tenant: tenantId(row.tenant),
      commandId: messageId(row.command_id),
      session: row.session_id === null ? undefined : sessionId(row.session_id),
      turn: row.turn_id === null ? undefined : turnId(row.turn_id),
      request: row.request_id === null ? undefined : requestId(row.request_id),
      trace: row.trace,
      ...(row.direct && { direct: true }),
    },
    skill: row.skill,
    version: row.version ?? undefined,
    lane: row.lane ?? undefined,
    userId: row.user_id,
    input: row.input ?? undefined,
  };
}

export function leaseOf(row: InvocationRow): LedgerLease {
  return { tenant: tenantId(row.tenant), commandId: messageId(row.command_id), token: row.lease_token };
}
