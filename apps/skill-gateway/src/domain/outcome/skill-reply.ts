import type { DataOf, EffectClass, Lane, skillFailed, skillSucceeded } from '@plinth/contracts';
import { roundedMs } from '@plinth/kernel';
import type { SkillContract } from '../contract/skill-contract';
import type { Failure, Verdict } from './verdict';

/** The answer to a command, as its event carries it. */
export type SkillReply =
  | { readonly kind: 'succeeded'; readonly data: DataOf<typeof skillSucceeded> }
  | { readonly kind: 'failed'; readonly data: DataOf<typeof skillFailed> };

/** Which version served, and how long its provider took. */
export interface Served {
  readonly skill: string;
  readonly version: string;
  readonly lane: Lane;
  readonly effect: EffectClass;
  readonly durationMs: number;
  readonly attempts: number;
}

export const versionOf = (
  { manifest }: Pick<SkillContract, 'manifest'>,
  lane: Lane,
): Omit<Served, 'durationMs' | 'attempts'> => ({
  ...{ skill: manifest.name, version: manifest.version, lane, effect: manifest.effect },
});

export function replyOf(served: Served, verdict: Verdict): SkillReply {
  const { durationMs, ...rest } = served;
  const data = { ...rest, duration_ms: roundedMs(durationMs) };
  if (verdict.kind === 'failed') return { kind: 'failed', data: { ...data, ...told(verdict) } };
  const { result, receipt } = verdict;
  return { kind: 'succeeded', data: { ...data, result, ...(receipt && { receipt }) } };
}

/** What helps to mend the arguments of a call. */
export type Mending = Pick<DataOf<typeof skillFailed>, 'violations' | 'proposal'>;

/** The answer to a command that reached no provider. */
export function refusalOf(
  refused: Pick<Served, 'skill'> & Partial<ReturnType<typeof versionOf>>,
  verdict: Failure,
  mending: Mending = {},
): SkillReply {
  return { kind: 'failed', data: { ...refused, duration_ms: 0, attempts: 0, ...told(verdict), ...mending } };
}

const told = ({ outcome, error, retryAfterMs }: Failure) => ({
  outcome,
  error,
  ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
});

export type ReplyStatus = 'succeeded' | 'failed' | 'unknown';

export function statusOf(reply: SkillReply): ReplyStatus {
  if (reply.kind === 'succeeded') return 'succeeded';
  return reply.data.outcome === 'unknown' ? 'unknown' : 'failed';
}
