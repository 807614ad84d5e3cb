import type { DataOf, skillInvoke } from '@plinth/contracts';
import {
  canonicalJson,
  deriveId,
  messageId,
  type JsonObject,
  type MessageId,
  type RequestId,
  type SessionId,
  type TenantId,
} from '@plinth/kernel';
import type { Repair } from '../../domain/contract/repair/repair';
import type { SkillReply } from '../../domain/outcome/skill-reply';
import type { CommandOrigin, Invocation } from '../../ports/invocation-ledger';

/** A call by a client itself, with nobody between. */
export interface DirectCall {
  readonly tenant: TenantId;
  /** Of the client: the same key acts once and is answered the same. */
  readonly key: string | undefined;
  readonly skill: string;
  readonly arguments: JsonObject;
  /** What was mended in them; none unless it is there. */
  readonly repairs?: readonly Repair[];
  /** Without one the baseline serves. */
  readonly userId: string | undefined;
  readonly session: SessionId | undefined;
  readonly attributes: JsonObject;
  readonly locale: string;
  readonly dryRun: boolean;
  /** That the caller has pinned (T4). */
  readonly version: string | undefined;
  /** Of an earlier answer `unconfirmed`: what it names was confirmed. */
  readonly confirmationToken: string | undefined;
  readonly request: RequestId | undefined;
  readonly trace: CommandOrigin['trace'];
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal | undefined;
}

export type DirectAnswer =
  /** `callId` of a call that reached a version: by it outcomes are told later (S9). */
  | { readonly kind: 'replied'; readonly reply: SkillReply; readonly callId?: MessageId }
  /** A person has to confirm it; repeated with the token it is done. */
  | {
      readonly kind: 'unconfirmed';
      readonly reply: SkillReply;
      readonly token: string;
      readonly summary: string;
      readonly expiresAtMs: number;
    }
  /** It goes on; its outcome is to be read by its key. */
  | { readonly kind: 'under_way' };

/** The command of a key: no client's key is the id of a command of a turn, nor of another tenant's key. */
export const directCommandId = (tenant: TenantId, key: string): MessageId =>
  messageId(deriveId('direct-call', tenant, key));

export const originOf = (call: DirectCall, commandId: MessageId): CommandOrigin => ({
  tenant: call.tenant,
  commandId,
  session: call.session,
  turn: undefined,
  request: call.request,
  trace: call.trace,
  direct: true,
});

/** The call as a command of the bus would carry it; whether it was confirmed is told by its token, not by this. */
export const dataOf = (call: DirectCall): DataOf<typeof skillInvoke> => ({
  skill: call.skill,
  arguments: call.arguments,
  user_id: call.userId ?? '',
  locale: call.locale,
  attributes: call.attributes,
  confirmed: true,
  ...(call.version !== undefined && { version: call.version }),
});

/** Whether what was kept under a key is this very call; what was erased can be compared no more. */
export function isSameCall({ skill, userId, input }: Invocation, call: DirectCall): boolean {
  if (skill !== call.skill || userId !== (call.userId ?? '')) return false;
  return input === undefined || canonicalJson(input.arguments) === canonicalJson(call.arguments);
}
