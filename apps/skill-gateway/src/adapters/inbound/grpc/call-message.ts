import { skillFailureText, type DataOf, type Language, type skillFailed, type skillSucceeded } from '@plinth/contracts';
import { structOf, type Struct } from '@plinth/grpc';
import type { DirectAnswer } from '../../../features/invoke-directly/direct-call';
import { statusOf, type ReplyStatus, type SkillReply } from '../../../domain/outcome/skill-reply';
import { retryAfterMsOf } from '../http/call-answer';

type Succeeded = DataOf<typeof skillSucceeded>;
type Failed = DataOf<typeof skillFailed>;

/** What is the same in a message and in JSON; a message leaves out what is undefined. */
type AsInJson = Pick<Succeeded, 'version' | 'lane' | 'stage' | 'route' | 'summary' | 'repairs' | 'attachment'> &
  Pick<Failed, 'error' | 'outcome' | 'violations' | 'retry_after_ms'>;
type Told = { readonly [Field in keyof AsInJson]?: AsInJson[Field] | undefined };

interface CallMessage extends Told {
  readonly status: ReplyStatus | 'unconfirmed' | 'running';
  readonly skill: string;
  readonly result?: Struct;
  readonly receipt?: Struct;
  readonly proposal?: { readonly arguments: Struct; readonly repairs: NonNullable<Succeeded['repairs']> };
  readonly confirmation?: { readonly token: string; readonly summary: string; readonly expires_at: string };
  readonly call_id?: string;
}

/** The answer of a call as `InvokeSkillResponse`, with all that HTTP tells of it; `language`: of what a model is told of a failure (S12). */
export function callMessage(skill: string, answer: DirectAnswer, language: Language): CallMessage {
  if (answer.kind === 'under_way') return { status: 'running', skill };
  const told = replyMessage(skill, answer.reply, language);
  if (answer.kind === 'replied') return { ...told, ...(answer.callId && { call_id: answer.callId }) };
  const { token, summary, expiresAtMs } = answer;
  const confirmation = { token, summary, expires_at: new Date(expiresAtMs).toISOString() };
  return { ...told, status: 'unconfirmed', confirmation };
}

function replyMessage(skill: string, reply: SkillReply, language: Language): CallMessage {
  const { version, lane, stage, route } = reply.data;
  const served = { status: statusOf(reply), skill, version, lane, stage, route };
  if (reply.kind === 'succeeded') {
    const { result, receipt, summary, repairs, attachment } = reply.data;
    const told = { ...served, summary, repairs, attachment, result: structOf(result) };
    return { ...told, ...(receipt && { receipt: structOf(receipt) }) };
  }
  const { error, outcome, violations, proposal } = reply.data;
  return {
    ...{ ...served, error, outcome, violations, retry_after_ms: retryAfterMsOf(reply.data) },
    summary: skillFailureText(language, { skill, code: error.code, outcome }),
    ...(proposal && { proposal: { ...proposal, arguments: structOf(proposal.arguments) } }),
  };
}
