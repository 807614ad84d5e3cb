import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { MCP_META, type SkillManifest } from '@plinth/contracts';

const PAGE = 100;

/** A version that serves, and whether it is another server's. */
export interface ShownSkill {
  readonly manifest: SkillManifest;
  readonly isImported: boolean;
}

export interface ToolPage {
  readonly tools: Tool[];
  readonly nextCursor?: string;
}

/** A page of the skills in the order of their names; a cursor is the last name that was shown. */
export function toolPage(skills: readonly ShownSkill[], cursor: string | undefined): ToolPage {
  const sorted = [...skills].sort((a, b) => (a.manifest.name < b.manifest.name ? -1 : 1));
  const rest = cursor === undefined ? sorted : sorted.filter(({ manifest }) => manifest.name > cursor);
  const shown = rest.slice(0, PAGE);
  const last = shown.at(-1);
  return { tools: shown.map(toolOf), ...(last && rest.length > PAGE && { nextCursor: last.manifest.name }) };
}

/** A skill as a client of MCP sees it. Both schemas are of objects: so are arguments and results. */
function toolOf({ manifest, isImported }: ShownSkill): Tool {
  const { name, version, description, trigger, effect, idempotency, confirmation_required } = manifest;
  return {
    ...{ name, description: `${description}\nUse it when: ${trigger}` },
    inputSchema: { ...manifest.input_schema, type: 'object' },
    outputSchema: { ...manifest.output_schema, type: 'object' },
    annotations: {
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'irreversible',
      idempotentHint: effect === 'read' || idempotency === 'key',
    },
    _meta: {
      ...{ 'plinth/version': version, 'plinth/effect': effect },
      'plinth/confirmation_required': confirmation_required,
      ...(isImported && { [MCP_META.imported]: true }),
    },
  };
}
