import { CallToolResultSchema, ErrorCode, McpError, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { MCP_META } from '@plinth/contracts';
import { injectContext } from '@plinth/telemetry';
import { z } from 'zod';
import { isJsonObject } from '../../../domain/outcome/json-object';
import type { ProviderAnswer, RefusalReason } from '../../../domain/outcome/provider-answer';
import { MAX_ANSWER_BYTES, readAnswer } from '../../../domain/outcome/read-answer';
import { SkillProvider, type SkillRequest } from '../../../ports/skill-provider';
import { refusalReason } from '../http-provider/refusal-reason';
import { mcpAddressIn, type McpAddress } from '../../../domain/imports/mcp-address';
import type { McpClients } from './mcp-clients';
import { McpExchange } from './mcp-exchange';

const toldError = z.object({
  error: z.object({
    code: z.string().max(64),
    message: z.string().catch(''),
    field: z.string().optional().catch(undefined),
    rule: z.string().optional().catch(undefined),
  }),
});

/** Twice what an answer may be: a server may tell a result as text and as data. */
const MAX_WIRE_BYTES = 2 * MAX_ANSWER_BYTES + 16_384;

/**
 * Tools of MCP servers, `mcp+http(s)://host/path#tool`, by streamable HTTP. A tool's result is its structured content, or, without one,
 * `{content}` as it stands; its error counts as one of the contract only where its structured content, or `_meta` of another gateway, says `error.code`.
 */
export class McpSkillProvider extends SkillProvider {
  constructor(private readonly clients: McpClients) {
    super();
  }

  async call(request: SkillRequest): Promise<ProviderAnswer> {
    const address = mcpAddressIn(request.url);
    if (!address) return { kind: 'not_sent' };
    if (request.signal?.aborted === true) return { kind: 'cancelled' };
    const until = performance.now() + request.timeoutMs;
    const answer = await this.tryOnce(request, address, until);
    if (answer !== 'session_over') return answer;
    // A server that knows the session no more has not looked at the request.
    this.clients.drop(address.server);
    const again = await this.tryOnce(request, address, until);
    return again === 'session_over' ? { kind: 'not_sent' } : again;
  }

  private async tryOnce(
    request: SkillRequest,
    address: McpAddress,
    until: number,
  ): Promise<ProviderAnswer | 'session_over'> {
    const leftMs = (): number => Math.max(1, until - performance.now());
    const opening = new McpExchange(MAX_WIRE_BYTES);
    let client;
    try {
      client = await opening.during(() => this.clients.of(address.server, leftMs()));
    } catch {
      return opening.status === undefined || opening.status < 400 ? { kind: 'not_sent' } : refused(opening.status);
    }
    const exchange = new McpExchange(MAX_WIRE_BYTES);
    const timeout = leftMs();
    const { signal } = request;
    try {
      const result = await exchange.during(() =>
        client.request({ method: 'tools/call', params: paramsOf(request, address) }, CallToolResultSchema, {
          ...{ timeout, maxTotalTimeout: timeout },
          ...(signal && { signal }),
        }),
      );
      return read(result);
    } catch (error) {
      if (signal?.aborted === true) return { kind: 'cancelled' };
      if (exchange.status === 404) return 'session_over';
      return failed(error, exchange);
    }
  }
}

function paramsOf(request: SkillRequest, { tool }: McpAddress) {
  const { idempotencyKey, dryRun = false, context } = request;
  return {
    name: tool ?? request.skill,
    arguments: { ...request.arguments },
    _meta: {
      [MCP_META.idempotencyKey]: idempotencyKey,
      ...(dryRun && { [MCP_META.dryRun]: true }),
      ...(context.user_id !== '' && { [MCP_META.userId]: context.user_id }),
      ...injectContext(),
    },
  };
}

function read({ content, structuredContent, isError = false, _meta }: CallToolResult): ProviderAnswer {
  if (isError) {
    const told = toldError.safeParse(structuredContent ?? _meta?.[MCP_META.failure]);
    if (!told.success) return { kind: 'refused', reason: 'broke', answeredWith: 'an error', error: undefined };
    const { code, message, field, rule } = told.data.error;
    const reason: RefusalReason = code === 'invalid_arguments' ? code : 'rejected';
    return { kind: 'refused', reason, answeredWith: `the error ${code}`, error: { code, message, field, rule } };
  }
  const result = structuredContent ?? textObjectIn(content) ?? { content };
  const receipt = _meta?.[MCP_META.receipt];
  const bytes = Buffer.byteLength(JSON.stringify(result));
  return readAnswer({ result, ...(receipt !== undefined && { receipt }) }, bytes);
}

/** Servers older than structured content tell an object as the only text. */
function textObjectIn(content: CallToolResult['content']): object | undefined {
  const [only, ...more] = content;
  if (only?.type !== 'text' || more.length > 0) return undefined;
  try {
    const told: unknown = JSON.parse(only.text);
    return isJsonObject(told) ? told : undefined;
  } catch {
    return undefined;
  }
}

function failed(error: unknown, { wasSent, isTooLarge, status }: McpExchange): ProviderAnswer {
  if (isTooLarge) return { kind: 'garbled', rule: 'too_large' };
  if (status !== undefined && status >= 300) return refused(status);
  if (error instanceof McpError) return answered(error);
  if (!wasSent) return { kind: 'not_sent' };
  // What came was no message of the protocol; what did not come at all broke off.
  return status === undefined || error instanceof TypeError
    ? { kind: 'broken' }
    : { kind: 'garbled', rule: 'unreadable' };
}

/** What the errors of the protocol say of a call; any other came from a server that may have acted. */
const ANSWERS = new Map<number, ProviderAnswer>([
  [ErrorCode.RequestTimeout, { kind: 'timeout' }],
  [ErrorCode.ConnectionClosed, { kind: 'broken' }],
  [ErrorCode.MethodNotFound, refusal('absent', ErrorCode.MethodNotFound)],
  [ErrorCode.InvalidRequest, refusal('rejected', ErrorCode.InvalidRequest)],
]);
const INVALID_PARAMS: number = ErrorCode.InvalidParams;

/** The protocol has one code for a tool that is not there and for arguments that are wrong: the words tell. */
function answered({ code, message }: McpError): ProviderAnswer {
  const isAbsent = /not found|unknown tool/i.test(message);
  if (code === INVALID_PARAMS) return refusal(isAbsent ? 'absent' : 'invalid_arguments', code);
  return ANSWERS.get(code) ?? refusal('broke', code);
}

function refusal(reason: RefusalReason, code: number): ProviderAnswer {
  return { kind: 'refused', reason, answeredWith: `the error ${code}`, error: undefined };
}

const refused = (status: number): ProviderAnswer => ({
  ...{ kind: 'refused', reason: refusalReason(status, undefined), answeredWith: `status ${status}`, error: undefined },
});
