import type { JsonObject } from '@plinth/kernel';

/** A tool as another system describes it, before anybody looked at it. */
export interface ImportedTool {
  /** As it is called there. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** What it answers; any object where nothing is said. */
  readonly outputSchema: JsonObject | undefined;
  /** Claims of its server, such as `readOnlyHint`: for people to read, never to rely on. */
  readonly hints: JsonObject;
  /** Where it is called. */
  readonly providerUrl: string;
}

/** Why one tool stays out: the others come in all the same. */
export interface ToolFault {
  readonly at: string;
  readonly rule: string;
  readonly reason: string;
}

export interface QuarantinedTool {
  /** As it is called there, as far as that can be read. */
  readonly tool: string;
  readonly faults: readonly ToolFault[];
}

/** What a document or a server describes. */
export interface ToolList {
  readonly tools: readonly ImportedTool[];
  readonly quarantined: readonly QuarantinedTool[];
}
