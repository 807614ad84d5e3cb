import type { BusTransport } from '@plinth/bus';
import type { Clock, IdSource } from '@plinth/kernel';
import type { ProviderDirectory } from '../../../ports/provider-directory';
import type { SkillProvider } from '../../../ports/skill-provider';
import type { ToolSource } from '../../../ports/tool-source';
import { DescribedTools } from '../described-tools/described-tools';
import { GrpcProviderDirectory } from '../grpc-provider/grpc-provider-directory';
import { GrpcSkillProvider } from '../grpc-provider/grpc-skill-provider';
import { HttpProviderDirectory } from '../http-provider/http-provider-directory';
import { HttpSkillProvider } from '../http-provider/http-skill-provider';
import { KafkaProviderDirectory } from '../kafka-provider/kafka-provider-directory';
import { KafkaSkillProvider } from '../kafka-provider/kafka-skill-provider';
import { ProviderExchanges } from '../kafka-provider/provider-exchanges';
import { McpClients } from '../mcp-provider/mcp-clients';
import { McpSkillProvider } from '../mcp-provider/mcp-skill-provider';
import { McpToolLists } from '../mcp-provider/mcp-tool-list';
import { OpenApiSkillProvider } from '../openapi-provider/openapi-skill-provider';
import { DirectoryByScheme } from './directory-by-scheme';
import { ProviderByScheme } from './provider-by-scheme';

export interface OpenProviders {
  readonly provider: SkillProvider;
  readonly directory: ProviderDirectory;
  readonly source: ToolSource;
  readonly close: () => Promise<void>;
}

interface Surroundings {
  readonly openTransport: () => BusTransport;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Every way to a provider that this process has; each connects when it is first used. `onToolsChanged`: a server of tools says so. */
export function openProviders(surroundings: Surroundings, onToolsChanged: () => void): OpenProviders {
  const exchanges = new ProviderExchanges(surroundings);
  const clients = new McpClients(onToolsChanged);
  const [http, grpc, openapi] = [new HttpSkillProvider(), new GrpcSkillProvider(), new OpenApiSkillProvider()];
  const grpcDirectory = new GrpcProviderDirectory();
  return {
    provider: new ProviderByScheme({
      ...{ http, grpc, openapi, kafka: new KafkaSkillProvider(exchanges), mcp: new McpSkillProvider(clients) },
    }),
    directory: new DirectoryByScheme({
      http: new HttpProviderDirectory(),
      grpc: grpcDirectory,
      kafka: new KafkaProviderDirectory(exchanges),
    }),
    source: new DescribedTools((server) => new McpToolLists(clients).tools(server)),
    close: async () => {
      for (const each of [http, grpc, openapi, grpcDirectory]) each.close();
      await Promise.all([exchanges.close(), clients.close()]);
    },
  };
}
