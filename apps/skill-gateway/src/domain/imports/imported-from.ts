import type { Catalogue } from '../catalogue/catalogue';

/** An import that can be done again, since what it was made from can be asked again. */
export interface RepeatableImport {
  readonly namespace: string;
  /** Of the server, without the name of a tool. */
  readonly url: string;
}

/** The imports from MCP servers that the registry's skills came by: what is registered is all that there is to remember. */
export function mcpImportsIn({ skills }: Catalogue): readonly RepeatableImport[] {
  const found = new Map<string, RepeatableImport>();
  for (const { marks, providerUrls } of skills.values())
    for (const [version, { origin }] of marks) {
      const [url = ''] = (providerUrls.get(version) ?? '').split('#');
      if (origin && url.startsWith('mcp+'))
        found.set(`${origin.namespace} ${url}`, { namespace: origin.namespace, url });
    }
  return [...found.values()];
}
