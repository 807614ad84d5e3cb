import { structOf, type Struct } from '@plinth/grpc';
import type { ErrorBody } from '@plinth/kernel';
import type { DirectAnswer } from '../../../features/invoke-directly/direct-call';

interface CallMessage {
  readonly status: 'succeeded' | 'failed' | 'unknown' | 'unconfirmed' | 'running';
  readonly skill: string;
  readonly version?: string | undefined;
  readonly lane?: string | undefined;
  readonly result?: Struct;
  readonly receipt?: Struct;
  readonly error?: ErrorBody;
  readonly summary?: string | undefined;
  readonly confirmation?: { readonly token: string; readonly summary: string; readonly expires_at: string };
}

/** The answer of a call as `InvokeSkillResponse`. */
export function callMessage(skill: string, answer: DirectAnswer): CallMessage {
  if (answer.kind === 'under_way') return { status: 'running', skill };
  const { reply } = answer;
  const { version, lane } = reply.data;
  const served = { skill, version, lane };
  if (reply.kind === 'succeeded') {
    const { result, receipt, summary } = reply.data;
    return {
      status: 'succeeded',
      ...served,
      result: structOf(result),
      ...(receipt && { receipt: structOf(receipt) }),
      summary,
    };
  }
  const { error, outcome } = reply.data;
  if (answer.kind === 'replied') return { status: outcome === 'unknown' ? 'unknown' : 'failed', ...served, error };
  const { token, summary, expiresAtMs } = answer;
  const confirmation = { token, summary, expires_at: new Date(expiresAtMs).toISOString() };
  return { status: 'unconfirmed', ...served, error, confirmation };
}
