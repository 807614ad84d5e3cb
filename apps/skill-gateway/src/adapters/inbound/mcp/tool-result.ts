import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { languageOf, MCP_META, skillFailureText, type FailureOutcome, type Language } from '@plinth/contracts';
import { isRefusal, type ErrorBody, type Refusal } from '@plinth/kernel';
import type { DirectAnswer } from '../../../features/invoke-directly/direct-call';
import type { SkillReply } from '../../../domain/outcome/skill-reply';

const WORDS = {
  zh: {
    confirm: '这一步需要用户确认。确认后，带上令牌再调用一次。',
    running: '仍在进行中。用同一个幂等键再次调用可以得到结果。',
  },
  en: {
    confirm: 'The user has to confirm this. Call it again with the token once they have.',
    running: 'It is still going on. Call it again under the same idempotency key for its result.',
  },
} as const satisfies Record<Language, object>;

/**
 * The answer of a call for a client of MCP: the result as structured content, and as text for its model, shortened where it is long, with
 * a link to the whole. What did not succeed is an error of the tool, with its code and what a model may and may not make of it; where its
 * arguments were at fault, all that is wrong and what may have been meant stand in the text, too: a model sees no `_meta`.
 */
export function toolResult(skill: string, answer: DirectAnswer | Refusal, locale: string): CallToolResult {
  const language = languageOf(locale);
  const words = WORDS[language];
  if (isRefusal(answer)) {
    const { error } = answer;
    return failed(error, adviceOf(skill, error, 'not_executed', language), {
      status: 'failed',
      outcome: 'not_executed',
    });
  }
  switch (answer.kind) {
    case 'under_way':
      return failed({ code: 'under_way', message: words.running, retryable: true }, words.running, {
        status: 'running',
      });
    case 'unconfirmed': {
      const { token, summary, expiresAtMs, reply } = answer;
      const error = { ...errorIn(reply), token, summary, expires_at: new Date(expiresAtMs).toISOString() };
      const told = failed(error, `${summary} ${words.confirm}`, { status: 'failed' });
      return { ...told, _meta: { ...servedBy(reply), ...told._meta, [MCP_META.confirmationToken]: token } };
    }
    case 'replied':
      return replied(answer.reply, language);
  }
}

/** What is wrong, for a model that can mend it, and what it may not make of it (S12). */
function adviceOf(skill: string, { code, message }: ErrorBody, outcome: FailureOutcome, language: Language): string {
  return `${message} ${skillFailureText(language, { skill, code, outcome })}`.trim();
}

function replied(reply: SkillReply, language: Language): CallToolResult {
  if (reply.kind === 'failed') {
    const { skill, outcome, error, violations, proposal, retry_after_ms } = reply.data;
    const told = { status: outcome === 'unknown' ? 'unknown' : 'failed', outcome };
    const mending = { ...(violations && { violations }), ...(proposal && { proposal }) };
    const later = retry_after_ms === undefined ? {} : { retry_after_ms };
    const answer = failed(error, adviceOf(skill, error, outcome, language), { ...told, ...mending, ...later });
    const served = { ...answer, _meta: { ...servedBy(reply), ...answer._meta } };
    if (!violations && !proposal) return served;
    return { ...served, content: [...answer.content, { type: 'text', text: JSON.stringify(mending) }] };
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

/** The data of a failure stand beside: structured content has to be as the output schema of the tool says, also of an error. */
function failed(error: ErrorBody, text: string, told: Readonly<Record<string, unknown>>): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    _meta: { [MCP_META.failure]: { ...told, error: { ...error } } },
    isError: true,
  };
}

const errorIn = (reply: SkillReply): ErrorBody =>
  reply.kind === 'failed' ? reply.data.error : { code: 'internal', message: '', retryable: false };

function servedBy({ data }: SkillReply): Record<string, unknown> {
  return {
    ...(data.version !== undefined && { 'plinth/version': data.version }),
    ...(data.lane !== undefined && { 'plinth/lane': data.lane }),
  };
}
