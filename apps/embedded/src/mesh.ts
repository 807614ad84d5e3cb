import { memoryService } from '@plinth/memory';
import { orchestratorService } from '@plinth/orchestrator';
import { reflectionService } from '@plinth/reflection';
import { skillGatewayService } from '@plinth/skill-gateway';

export const SERVICES = [orchestratorService, memoryService, skillGatewayService, reflectionService];
