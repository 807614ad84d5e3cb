import { languageOf, type Language } from '@plinth/contracts';
import { noticeOf, phrasesOf } from './phrases';
import type { Evidence, Notice, NoticeCode } from '../session/reply-parts';
import type { ActiveTurn, TurnInput } from '../session/session';
import type { EventBodies } from '../session/session-event';
import type { TurnRecord } from '../session/turn-record';

type Status = TurnRecord['status'];

/** Notices that end the reply itself, so that whoever only reads the text reads them too (R5). */
const IN_TEXT: ReadonlySet<NoticeCode> = new Set<NoticeCode>([
  'reflection_skipped',
  'memory_unavailable',
  'outcome_unknown',
]);

/** Notices of a turn that ends without its answer, by its code. */
const NOTICE_OF_CODE: Readonly<Record<string, NoticeCode>> = {
  outcome_unknown: 'outcome_unknown',
  deadline_exceeded: 'deadline_exceeded',
};

/** How a turn ends; one that never started has no `active`. */
export interface Ending {
  readonly input: TurnInput;
  readonly active?: ActiveTurn;
  readonly status: Status;
  readonly code?: string;
}

/** What a final event holds: the reply as released, and the record of the turn. */
export function finalBody({ input, active, status, code }: Ending, at: number): EventBodies['turn.completed.v1'] {
  const language = languageOf(input.locale, input.text);
  const done = status !== 'completed' && hasEffect(active);
  const codes = [...new Set([...(active?.notices ?? []), ...endNotices(status, code, done)])];
  const notices = codes.map((notice) => noticeOf(language, notice));
  const record: TurnRecord = {
    status,
    ...(code !== undefined && { code }),
    notices,
    ...(active?.reflection && { reflection: active.reflection }),
    steps: active?.steps ?? [],
    usage: usageOf(input, active, at),
  };
  const { failed, failedAfterEffect, failedUnknown } = phrasesOf(language);
  const unknown = codes.includes('outcome_unknown');
  const sorry = done ? failedAfterEffect : unknown ? failedUnknown : failed;
  const reply = status === 'completed' ? released(active, notices, language) : sorry;
  const slots = status === 'completed' ? (active?.draft?.slots ?? {}) : {};
  return {
    data: { record },
    texts: {
      reply:
        status === 'completed'
          ? reply
          : [status === 'failed' ? reply : '', ...notices.map(({ message }) => message)].filter(Boolean).join('\n'),
      slots,
      evidence: evidenceOf(active, status),
    },
  };
}

/** What is done stays done, however the turn ends. */
const hasEffect = (active: ActiveTurn | undefined): boolean =>
  (active?.skillResults ?? []).some(({ status, effect }) => status === 'succeeded' && effect !== 'read');

function endNotices(status: Status, code: string | undefined, effectDone: boolean): readonly NoticeCode[] {
  if (status === 'completed') return [];
  const end = status === 'cancelled' ? 'turn_cancelled' : (NOTICE_OF_CODE[code ?? ''] ?? 'turn_failed');
  return effectDone ? ['effect_done', end] : [end];
}

function released(active: ActiveTurn | undefined, notices: readonly Notice[], language: Language): string {
  const text = active?.draft?.text || phrasesOf(language).refused;
  return [text, ...notices.filter(({ code }) => IN_TEXT.has(code)).map(({ message }) => message)].join('\n');
}

function evidenceOf(active: ActiveTurn | undefined, status: Status): readonly Evidence[] {
  if (!active || status !== 'completed') return [];
  const policy: readonly Evidence[] =
    active.policyVersion === undefined ? [] : [{ kind: 'policy', id: 'policy_set', version: active.policyVersion }];
  return active.reflection?.outcome === 'blocked' ? policy : [...(active.composed?.evidence ?? []), ...policy];
}

/** Messages are counted from the steps: a command each, and an answer unless none came. */
function usageOf(input: TurnInput, active: ActiveTurn | undefined, at: number): TurnRecord['usage'] {
  const messages = (active?.steps ?? []).reduce(
    (sum, step) => sum + (step.code === 'timeout' || step.code === 'deadline_exceeded' ? 1 : 2),
    0,
  );
  const tokens = active?.tokens ?? { calls: 0, input: 0, output: 0 };
  return {
    model_calls: tokens.calls,
    input_tokens: tokens.input,
    output_tokens: tokens.output,
    messages,
    duration_ms: Math.max(0, at - input.acceptedAt),
  };
}
