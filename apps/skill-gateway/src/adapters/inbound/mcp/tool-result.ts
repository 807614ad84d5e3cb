import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { languageOf, MCP_META, type Language } from '@plinth/contracts';
import { isRefusal, type ErrorBody, type Refusal } from '@plinth/kernel';
import type { DirectAnswer } from '../../../features/invoke-directly/direct-call';
import type { SkillReply } from '../../../domain/outcome/skill-reply';

const WORDS = {
  zh: {
    failed: '没有结果，请不要猜测。',
    unknown: '是否已经生效尚不清楚：请不要猜测，也不要重复操作。',
    confirm: '这一步需要用户确认。确认后，带上令牌再调用一次。',
    running: '仍在进行中。用同一个幂等键再次调用可以得到结果。',
  },
  en: {
    failed: 'There is no result: do not guess it.',
    unknown: 'Whether it has taken effect is not known: do not guess, and do not do it again.',
    confirm: 'The user has to confirm this. Call it again with the token once they have.',
    running: 'It is still going on. Call it again under the same idempotency key for its result.',
  },
} as const satisfies Record<Language, object>;

/**
 * The answer of a call for a client of MCP: the result as structured content, and as text for its model, shortened where it is long, with
 * a link to the whole. What did not succeed is an error of the tool, with its code and what a model may and may not make of it.
 */
export function toolResult(answer: DirectAnswer | Refusal, locale: string): CallToolResult {
  const words = WORDS[languageOf(locale)];
  if (isRefusal(answer)) return failed(answer.error, words.failed, { status: 'failed' });
  switch (answer.kind) {
    case 'under_way':
      return failed({ code: 'under_way', message: words.running, retryable: true }, '', { status: 'running' });
    case 'unconfirmed': {
      const { token, summary, expiresAtMs, reply } = answer;
      const error = { ...errorIn(reply), token, summary, expires_at: new Date(expiresAtMs).toISOString() };
      const told = failed(error, `${summary} ${words.confirm}`, { status: 'failed', ...servedBy(reply) });
      return { ...told, _meta: { ...told._meta, [MCP_META.confirmationToken]: token } };
    }
    case 'replied':
      return replied(answer.reply, words);
  }
}

function replied(reply: SkillReply, words: (typeof WORDS)[Language]): CallToolResult {
  if (reply.kind === 'failed') {
    const isUnknown = reply.data.outcome === 'unknown';
    const told = { status: isUnknown ? 'unknown' : 'failed', outcome: reply.data.outcome, ...servedBy(reply) };
    return failed(reply.data.error, isUnknown ? words.unknown : words.failed, told);
  }
  const { result, receipt, summary, attachment, repairs } = reply.data;
  const link = attachment && {
    ...{ type: 'resource_link' as const, uri: `plinth://attachments/${attachment.id}`, name: 'result.json' },
    ...{ mimeType: 'application/json', size: attachment.bytes },
  };
  return {
    content: [{ type: 'text', text: summary ?? JSON.stringify(result) }, ...(link ? [link] : [])],
    structuredContent: result,
    _meta: {
      ...servedBy(reply),
      ...(receipt && { [MCP_META.receipt]: receipt }),
      ...(repairs && { 'plinth/repairs': repairs }),
    },
  };
}

function failed(error: ErrorBody, advice: string, told: Readonly<Record<string, unknown>>): CallToolResult {
  const text = `${error.code}: ${error.message} ${advice}`.trim();
  return { content: [{ type: 'text', text }], structuredContent: { ...told, error: { ...error } }, isError: true };
}

const errorIn = (reply: SkillReply): ErrorBody =>
  reply.kind === 'failed' ? reply.data.error : { code: 'internal', message: '', retryable: false };

function servedBy({ data }: SkillReply): Record<string, unknown> {
  return {
    ...(data.version !== undefined && { 'plinth/version': data.version }),
    ...(data.lane !== undefined && { 'plinth/lane': data.lane }),
  };
}
