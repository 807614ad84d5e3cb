import { TransientError } from '@plinth/kernel';
import { parse } from 'yaml';
import { ToolSource } from '../../../ports/tool-source';
import { exchange } from '../http-provider/exchange';

const TIMEOUT_MS = 10_000;
export const MAX_DOCUMENT_BYTES = 5 * 1_024 * 1_024;

/** Lists the tools of an MCP server; throws as the port says. */
export type ListMcpTools = (server: string) => Promise<readonly unknown[]>;

/** Descriptions of tools, by the protocol of MCP and by plain HTTP. */
export class DescribedTools extends ToolSource {
  constructor(private readonly listMcpTools: ListMcpTools) {
    super();
  }

  mcpTools(server: string): Promise<readonly unknown[]> {
    return this.listMcpTools(server);
  }

  async document(url: string): Promise<unknown> {
    const at = URL.parse(url);
    if (!at || !/^https?:$/.test(at.protocol)) throw new TransientError('provider_unreachable', 'No such address.');
    const answer = await exchange({
      ...{ method: 'GET', url: at, timeoutMs: TIMEOUT_MS, maxBytes: MAX_DOCUMENT_BYTES, agent: undefined },
      headers: { accept: 'application/json, application/yaml;q=0.9, */*;q=0.1' },
    });
    if (answer.kind !== 'response')
      throw new TransientError(
        answer.kind === 'too_large' ? 'manifests_unreadable' : 'provider_unreachable',
        `The host of the document gave ${answer.kind}.`,
      );
    if (answer.status !== 200)
      throw new TransientError('manifests_unreadable', `The document was answered with status ${answer.status}.`);
    return documentIn(answer.body.toString('utf8'));
  }
}

function documentIn(text: string): unknown {
  try {
    return text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text, { maxAliasCount: 100 });
  } catch (error) {
    throw new TransientError('manifests_unreadable', 'The document is neither JSON nor YAML.', { cause: error });
  }
}
