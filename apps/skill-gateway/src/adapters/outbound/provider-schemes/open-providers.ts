import type { BusTransport } from '@plinth/bus';
import { TransientError, type Clock, type IdSource } from '@plinth/kernel';
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
import { OpenApiSkillProvider } from '../openapi-provider/openapi-skill-provider';
import { DirectoryByScheme } from './directory-by-scheme';
import { ProviderByScheme } from './provider-by-scheme';

export interface OpenProviders {
  readonly provider: SkillProvider;
  readonly directory: ProviderDirectory;
  readonly source: ToolSource;
  readonly close: () => Promise<void>;
}

/** Every way to a provider that this process has; each connects when it is first used. */
export function openProviders(surroundings: {
  readonly openTransport: () => BusTransport;
  readonly clock: Clock;
  readonly ids: IdSource;
}): OpenProviders {
  const exchanges = new ProviderExchanges(surroundings);
  const [http, grpc, openapi] = [new HttpSkillProvider(), new GrpcSkillProvider(), new OpenApiSkillProvider()];
  const grpcDirectory = new GrpcProviderDirectory();
  return {
    provider: new ProviderByScheme({ http, grpc, openapi, kafka: new KafkaSkillProvider(exchanges) }),
    directory: new DirectoryByScheme({
      http: new HttpProviderDirectory(),
      grpc: grpcDirectory,
      kafka: new KafkaProviderDirectory(exchanges),
    }),
    source: new DescribedTools(() =>
      Promise.reject(new TransientError('provider_unreachable', 'This gateway does not speak MCP.')),
    ),
    close: async () => {
      for (const each of [http, grpc, openapi, grpcDirectory]) each.close();
      await exchanges.close();
    },
  };
}
