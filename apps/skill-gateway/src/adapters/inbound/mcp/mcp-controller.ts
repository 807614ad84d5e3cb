import { Controller, Post, Req, Res } from '@nestjs/common';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CurrentIdentity, CurrentRequestId, Describe, RequireScope, type Identity } from '@plinth/http';
import type { RequestId } from '@plinth/kernel';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { goneSignal } from '../http/gone-signal';
import { McpDoor } from './mcp-door';
import { reservedArgument } from './reserved-argument';

/** The method and its parameters are the protocol's. */
const message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  method: z.string().optional(),
  params: z.unknown().optional(),
});
const JSON_RPC = z.union([message, z.array(message)]);

/** MCP by streamable HTTP: one POST, one answer in JSON. Without sessions there is nothing to hear by GET nor to end by DELETE. */
@Controller('mcp')
@RequireScope('skills')
export class McpController {
  constructor(private readonly door: McpDoor) {}

  @Describe(
    'Serves MCP by streamable HTTP: lists and calls skills as tools.',
    { 200: 'The answer by JSON-RPC 2.0.', 202: 'A notification is taken.' },
    { body: JSON_RPC },
  )
  @Post()
  async answer(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentIdentity() identity: Identity,
    @CurrentRequestId() id: RequestId,
  ): Promise<void> {
    const refused = reservedArgument(request.body);
    if (refused) {
      response.status(400).json(refused);
      return;
    }
    const isTraced = request.get('traceparent') !== undefined;
    const server = this.door.serverFor({ identity, request: id, isTraced, signal: goneSignal(response) });
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.once('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  }
}
