import { createLogger } from '@plinth/telemetry';
import { grpcBesideHttp } from '@plinth/platform';
import { GrpcCaller } from '@plinth/testing';
import { PROTOS } from '@plinth/contracts';
import { startMemoryOverHttp, type MemoryOverHttp } from '../http/memory-http.stage';
import { memoryGrpc } from './memory-grpc';

export interface MemoryOverBoth extends MemoryOverHttp {
  readonly grpc: GrpcCaller;
  readonly address: string;
}

/** The service with both of its doors open. */
export async function startMemoryOverBoth(
  env: Readonly<Record<string, string>> = {},
  apiKeysFile?: string,
): Promise<MemoryOverBoth> {
  const memory = await startMemoryOverHttp(env, apiKeysFile);
  const server = grpcBesideHttp(memory.http, [memoryGrpc], {
    config: { host: '127.0.0.1', drainTimeoutMs: 1_000 },
    logger: createLogger({ service: 'memory', level: 'silent' }),
  });
  const address = await server.listen(0);
  const grpc = GrpcCaller.open(address, { folder: PROTOS, file: memoryGrpc.proto, service: memoryGrpc.name });
  return {
    ...memory,
    grpc,
    address,
    async close() {
      grpc.close();
      await memory.close();
    },
  };
}
