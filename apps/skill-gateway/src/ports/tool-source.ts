/** Where others describe their tools. Throws TransientError `provider_unreachable` or `manifests_unreadable`. */
export abstract class ToolSource {
  /** All tools that an MCP server lists, unchecked. */
  abstract mcpTools(server: string): Promise<readonly unknown[]>;
  /** A document in JSON or YAML, read and unchecked. */
  abstract document(url: string): Promise<unknown>;
}
