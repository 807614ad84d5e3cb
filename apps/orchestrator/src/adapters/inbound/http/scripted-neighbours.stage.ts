import { Controller, type Type } from '@nestjs/common';
import { Data, DeliveryContext, HandleMessage, reply, type Delivery, type HandlerResult } from '@plinth/bus';
import { defineConfig } from '@plinth/config';
import {
  memoryAssemble,
  memoryCommit,
  memoryEnd,
  messageDefinition,
  reflectionCheck,
  skillInvoke,
  type MessageDefinition,
} from '@plinth/contracts';
import { defineService, type ServiceDefinition } from '@plinth/platform';
import { answerTo, type Mood } from '../../../domain/next/scripted-mesh.stage';

/** How each kind of command is answered from now on, and what came; for tests. */
export const script = {
  moods: new Map<string, Mood | 'silent'>(),
  received: [] as { readonly type: string; readonly id: string; readonly data: Record<string, unknown> }[],
};

function answer(definition: MessageDefinition, data: Record<string, unknown>, delivery: Delivery): HandlerResult {
  script.received.push({ type: definition.type, id: delivery.id, data });
  const mood = script.moods.get(definition.type) ?? 'well';
  if (mood === 'silent') return undefined;
  const answered = answerTo({ id: delivery.id, definition, data }, mood);
  return reply(messageDefinition(answered.type)!, answered.data as never);
}

@Controller()
class ScriptedMemory {
  @HandleMessage(memoryAssemble)
  assemble(@Data() data: Record<string, unknown>, @DeliveryContext() delivery: Delivery): HandlerResult {
    return answer(memoryAssemble, data, delivery);
  }
  @HandleMessage(memoryCommit)
  commit(@Data() data: Record<string, unknown>, @DeliveryContext() delivery: Delivery): HandlerResult {
    return answer(memoryCommit, data, delivery);
  }
  @HandleMessage(memoryEnd)
  end(@Data() data: Record<string, unknown>, @DeliveryContext() delivery: Delivery): HandlerResult {
    return answer(memoryEnd, data, delivery);
  }
}

@Controller()
class ScriptedSkills {
  @HandleMessage(skillInvoke)
  invoke(@Data() data: Record<string, unknown>, @DeliveryContext() delivery: Delivery): HandlerResult {
    return answer(skillInvoke, data, delivery);
  }
}

@Controller()
class ScriptedReflection {
  @HandleMessage(reflectionCheck)
  check(@Data() data: Record<string, unknown>, @DeliveryContext() delivery: Delivery): HandlerResult {
    return answer(reflectionCheck, data, delivery);
  }
}

function service(name: ServiceDefinition['name'], controller: Type): ServiceDefinition {
  const compose = () => ({ controllers: [controller], useCases: [] });
  return defineService({ name, migrations: [], config: defineConfig({}), compose });
}

export const scriptedNeighbours: readonly ServiceDefinition[] = [
  service('memory', ScriptedMemory),
  service('skill-gateway', ScriptedSkills),
  service('reflection', ScriptedReflection),
];
