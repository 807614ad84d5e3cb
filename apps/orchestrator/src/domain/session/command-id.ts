import { deriveId } from '@plinth/kernel';

export type CommandStep = 'memory.assemble' | 'skill.invoke' | 'model.answer' | 'memory.commit' | 'reflection.check';

/** T3: the same (turn, step, visit) gives the same id, whoever decides and however often; visit counts recorded outcomes. */
export function commandId(turn: string, step: CommandStep, visit = 0): string {
  return deriveId(turn, step, visit);
}

/** A session ends once, so its farewell to memory has one id. */
export function farewellId(tenant: string, session: string): string {
  return deriveId('farewell', tenant, session);
}
