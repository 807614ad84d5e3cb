export interface McpAddress {
  /** Of the server, by http or https. */
  readonly server: string;
  /** As the tool is called there; absent in the address of the server itself. */
  readonly tool: string | undefined;
}

const SCHEME = 'mcp+';

/** `mcp+http(s)://host/path#<name of the tool>`; undefined for an address of another form. */
export function mcpAddressIn(url: string): McpAddress | undefined {
  const at = url.startsWith(SCHEME) ? URL.parse(url.slice(SCHEME.length)) : null;
  if (!at || !/^https?:$/.test(at.protocol)) return undefined;
  const tool = decoded(at.hash.slice(1));
  at.hash = '';
  return tool === undefined ? undefined : { server: at.href, tool: tool === '' ? undefined : tool };
}

/** The address of one tool of a server, which is itself named with or without the scheme. */
export function mcpToolUrl(server: string, tool: string): string {
  const bare = server.startsWith(SCHEME) ? server : `${SCHEME}${server}`;
  return `${bare.replace(/#.*$/s, '')}#${encodeURIComponent(tool)}`;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
