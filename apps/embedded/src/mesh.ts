import type { ServiceName } from '@plinth/contracts';
import { memoryService } from '@plinth/memory';
import { orchestratorService } from '@plinth/orchestrator';
import { reflectionService } from '@plinth/reflection';
import { skillGatewayService } from '@plinth/skill-gateway';

const MESH = {
  orchestrator: orchestratorService,
  memory: memoryService,
  'skill-gateway': skillGatewayService,
  reflection: reflectionService,
} as const satisfies Record<ServiceName, unknown>;

/** Every service of the mesh: one that is missing would be waited for by each erasure. */
export const MESH_SERVICES = Object.values(MESH);
