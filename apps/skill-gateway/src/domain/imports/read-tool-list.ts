import { MCP_META } from '@plinth/contracts';
import type { JsonObject } from '@plinth/kernel';
import { z } from 'zod';
import { mcpToolUrl } from './mcp-address';
import type { ImportedTool, QuarantinedTool, ToolFault, ToolList } from './imported-tool';

/** More than any server or document has in earnest. */
export const MAX_TOOLS = 1_000;

const jsonObject = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  {
    message: 'must be an object',
  },
);

/** As an MCP server lists them. */
const mcpTool = z.object({
  name: z.string().min(1).max(200),
  title: z.string().optional().catch(undefined),
  description: z.string().catch(''),
  inputSchema: jsonObject,
  outputSchema: jsonObject.optional(),
  annotations: jsonObject.optional().catch(undefined),
  _meta: z
    .object({ [MCP_META.imported]: z.unknown() })
    .optional()
    .catch(undefined),
});

const IMPORTED_THERE: ToolFault = {
  ...{ at: '_meta', rule: 'imported_there' },
  reason: 'it is itself imported: import it from where it is served',
};

/** As evaluation sets and the APIs of models list them. */
const functionTool = z.object({
  name: z.string().min(1).max(200),
  description: z.string().catch(''),
  parameters: jsonObject.default({ type: 'object', properties: {} }),
  returns: jsonObject.optional().catch(undefined),
});

/**
 * Reads the tools of an MCP server; one that is none is named and stays out alone, and so does what a gateway has imported itself: two
 * that import each other, or one that imports itself, would never come to an end.
 */
export function readMcpTools(listed: readonly unknown[], server: string): ToolList {
  return readEach(listed, (told) => {
    const { name, title, description, inputSchema, outputSchema, annotations, _meta } = mcpTool.parse(told);
    if (_meta?.[MCP_META.imported] === true) return IMPORTED_THERE;
    const text = description.trim() === '' ? (title ?? '') : description;
    const hints = { ...annotations, ...(title !== undefined && { title }) };
    return { name, description: text, inputSchema, outputSchema, hints, providerUrl: mcpToolUrl(server, name) };
  });
}

/** Reads `{name, description, parameters}`, also within `{type: 'function', function: …}`. */
export function readFunctionTools(listed: readonly unknown[], providerUrl: string): ToolList {
  return readEach(listed, (told) => {
    const { name, description, parameters, returns } = functionTool.parse(unwrapped(told));
    return { name, description, inputSchema: parameters, outputSchema: returns, hints: {}, providerUrl };
  });
}

function readEach(listed: readonly unknown[], read: (told: unknown) => ImportedTool | ToolFault): ToolList {
  const tools: ImportedTool[] = [];
  const quarantined: QuarantinedTool[] = [];
  listed.forEach((told, index) => {
    const name = nameOf(told) ?? `tool ${index + 1}`;
    if (index >= MAX_TOOLS) {
      const rule = 'too_many_tools';
      quarantined.push({
        tool: name,
        faults: [{ at: '', rule, reason: `an import takes ${MAX_TOOLS} tools at most` }],
      });
      return;
    }
    try {
      const tool = read(told);
      if ('rule' in tool) quarantined.push({ tool: name, faults: [tool] });
      else tools.push(tool);
    } catch (error) {
      quarantined.push({ tool: name, faults: faultsOf(error) });
    }
  });
  return { tools, quarantined };
}

function faultsOf(error: unknown): readonly ToolFault[] {
  if (!(error instanceof z.ZodError)) throw error;
  return error.issues.map(({ path, code, message }) => ({
    at: path.map(String).join('.'),
    rule: code,
    reason: message,
  }));
}

function nameOf(told: unknown): string | undefined {
  const named = z.object({ name: z.string() }).safeParse(unwrapped(told));
  return named.success ? named.data.name.slice(0, 200) : undefined;
}

function unwrapped(told: unknown): unknown {
  const wrapped = z.object({ type: z.literal('function'), function: z.unknown() }).safeParse(told);
  return wrapped.success ? wrapped.data.function : told;
}
