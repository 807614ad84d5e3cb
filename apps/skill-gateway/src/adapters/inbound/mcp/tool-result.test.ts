import { MCP_META } from '@plinth/contracts';
import { refuse } from '@plinth/kernel';
import type { SkillReply } from '../../../domain/outcome/skill-reply';
import { toolResult } from './tool-result';

const served = {
  skill: 'refund',
  version: '1.0.0',
  lane: 'candidate',
  effect: 'write',
  duration_ms: 1,
  attempts: 1,
} as const;
const failed = (outcome: 'unknown' | 'failed'): SkillReply => ({
  kind: 'failed',
  data: { ...served, outcome, error: { code: 'outcome_unknown', message: 'It was not heard.', retryable: false } },
});
const failureOf = ({ _meta }: ReturnType<typeof toolResult>) => _meta?.[MCP_META.failure];
const textOf = ({ content: [first] }: ReturnType<typeof toolResult>) => (first?.type === 'text' ? first.text : '');

describe('S15: what a client of MCP is answered', () => {
  it('is the result as data and as text, with what served it and what proves it', () => {
    const reply: SkillReply = { kind: 'succeeded', data: { ...served, result: { id: 'R' }, receipt: { id: 'R' } } };
    expect(toolResult('refund', { kind: 'replied', reply }, 'en')).toEqual({
      ...{ content: [{ type: 'text', text: '{"id":"R"}' }], structuredContent: { id: 'R' } },
      _meta: { 'plinth/version': '1.0.0', 'plinth/lane': 'candidate', [MCP_META.receipt]: { id: 'R' } },
    });
  });

  it('S12: tells a model not to guess what failed, nor to repeat what nobody knows of, in its language', () => {
    expect(textOf(toolResult('refund', { kind: 'replied', reply: failed('failed') }, 'en'))).toMatch(
      /It was not heard.*Do not guess/,
    );
    expect(textOf(toolResult('refund', { kind: 'replied', reply: failed('failed') }, 'zh-CN'))).toContain('不要猜测');
    const unknown = toolResult('refund', { kind: 'replied', reply: failed('unknown') }, 'zh');
    expect(textOf(unknown)).toContain('不要再次执行');
    expect(failureOf(unknown)).toMatchObject({
      status: 'unknown',
      outcome: 'unknown',
      error: { code: 'outcome_unknown' },
    });
  });

  it('S3: tells all that is wrong with arguments and what may have been meant, as data and as text', () => {
    const mending = {
      violations: [{ field: 'amount', rule: 'type', expected: 'must be a number' }],
      proposal: { arguments: { amount: 5 }, repairs: [{ field: 'amount', kind: 'number_in_text' }] },
    };
    const error = { code: 'invalid_arguments', message: 'm', retryable: false };
    const data = { ...served, outcome: 'not_executed', error, ...mending } as const;
    const answer = toolResult('refund', { kind: 'replied', reply: { kind: 'failed', data } }, 'en');
    expect(failureOf(answer)).toMatchObject(mending);
    expect(answer.content.at(1)).toEqual({ type: 'text', text: JSON.stringify(mending) });
  });

  it('says when a call that was held off may come again', () => {
    const error = { code: 'rate_limited', message: 'm', retryable: true };
    const data = { ...served, outcome: 'not_executed', error, retry_after_ms: 250 } as const;
    const answer = toolResult('refund', { kind: 'replied', reply: { kind: 'failed', data } }, 'en');
    expect(failureOf(answer)).toMatchObject({ retry_after_ms: 250 });
  });

  it('is an error of the tool for a refusal, for what goes on, and for what is to be confirmed', () => {
    const refused = toolResult('refund', refuse('invalid', 'invalid_request', 'm', { field: 'f', rule: 'r' }), 'en');
    expect(refused.isError).toBe(true);
    expect(failureOf(refused)).toMatchObject({ error: { field: 'f', rule: 'r' } });
    const running = { status: 'running', error: { code: 'under_way', retryable: true } };
    expect(toolResult('refund', { kind: 'under_way' }, 'en')).toMatchObject({
      ...{ isError: true, _meta: { [MCP_META.failure]: running } },
    });
    const unconfirmed = {
      kind: 'unconfirmed',
      reply: failed('failed'),
      token: 't',
      summary: 'Refund A?',
      expiresAtMs: 0,
    } as const;
    expect(toolResult('refund', unconfirmed, 'en')).toMatchObject({
      isError: true,
      _meta: {
        [MCP_META.confirmationToken]: 't',
        [MCP_META.failure]: { error: { token: 't', summary: 'Refund A?', expires_at: '1970-01-01T00:00:00.000Z' } },
        'plinth/version': '1.0.0',
      },
    });
  });
});
