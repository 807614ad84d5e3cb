import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolRequest,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { parseBody, resolveUser, type Identity } from '@plinth/http';
import { errorBodyOf, isRefusal, sessionId, TransientError, type Refusal, type RequestId } from '@plinth/kernel';
import { injectContext, runWithContext, withSpan, type Logger } from '@plinth/telemetry';
import type { DirectAnswer } from '../../../features/invoke-directly/direct-call';
import type { InvokeDirectly } from '../../../features/invoke-directly/invoke-directly';
import type { ListSkills } from '../../../features/list-skills/list-skills';
import { callArguments, callMeta, type CallMeta } from './call-meta';
import { toolPage, type ShownSkill } from './tool-page';
import { toolResult } from './tool-result';

const WHO = { name: 'plinth-skill-gateway', title: 'Plinth skills', version: '1' };

export interface McpCaller {
  readonly identity: Identity;
  readonly request: RequestId;
  /** Whether the HTTP request said which trace it belongs to; then what `_meta` says of it counts for nothing. */
  readonly isTraced: boolean;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

/** The skills as an MCP server, for one caller: the contracts, rights and rollouts of a direct call. */
export class McpDoor {
  constructor(
    private readonly listSkills: ListSkills,
    private readonly invokeDirectly: InvokeDirectly,
    private readonly logger: Pick<Logger, 'error' | 'warn'>,
  ) {}

  /** For one request: the protocol is spoken without sessions, so that any replica answers any request. */
  serverFor(caller: McpCaller): Server {
    const server = new Server(WHO, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, ({ params }) => ({ ...toolPage(this.serving(), params?.cursor) }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => this.call(params, caller));
    return server;
  }

  /** What a caller without a user gets: the baselines. */
  private serving(): readonly ShownSkill[] {
    return this.listSkills.all().flatMap(({ rollout, versions, marks }) => {
      const manifest = versions.find(({ version }) => version === rollout.baseline);
      return manifest ? { manifest, isImported: marks.get(manifest.version)?.origin !== undefined } : [];
    });
  }

  private async call(params: CallToolRequest['params'], caller: McpCaller): Promise<CallToolResult> {
    const meta = parseBody(callMeta, params._meta ?? {});
    if (isRefusal(meta)) return toolResult(params.name, meta, '');
    if (isRefusal(this.listSkills.one(params.name)))
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 64)}`);
    const work = (): Promise<DirectAnswer | Refusal> =>
      withSpan(`tools/call ${params.name}`, { attributes: { skillName: params.name } }, () =>
        this.invoke(params, meta, caller),
      );
    try {
      const answer = await (caller.isTraced ? work() : runWithContext(traceOf(meta), work));
      return toolResult(params.name, answer, meta.locale);
    } catch (error) {
      const isTransient = error instanceof TransientError;
      this.logger[isTransient ? 'warn' : 'error']({ err: error, skill: params.name }, 'a call over MCP failed');
      return toolResult(params.name, { refused: true, kind: 'unavailable', error: errorBodyOf(error) }, meta.locale);
    }
  }

  private async invoke(
    { name, arguments: given = {} }: CallToolRequest['params'],
    meta: CallMeta,
    { identity, request, signal }: McpCaller,
  ): Promise<DirectAnswer | Refusal> {
    const args = parseBody(callArguments, given);
    if (isRefusal(args)) return args;
    const user = meta.userId === undefined ? identity.userId : resolveUser(identity, meta.userId);
    if (isRefusal(user)) return user;
    return this.invokeDirectly.invoke({
      ...{ tenant: identity.tenant, key: meta.key, skill: name, arguments: args, userId: user, request, signal },
      ...{ attributes: meta.attributes, locale: meta.locale, dryRun: meta.dryRun, version: undefined },
      session: meta.session === undefined ? undefined : sessionId(meta.session),
      confirmationToken: meta.confirmationToken,
      trace: injectContext(),
    });
  }
}

function traceOf({ traceparent, tracestate }: CallMeta) {
  return { ...(traceparent !== undefined && { traceparent }), ...(tracestate !== undefined && { tracestate }) };
}
