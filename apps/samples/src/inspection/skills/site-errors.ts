import { SkillError } from '@plinth/skill-kit';
import type { Equipment, Plant } from '../plant/plant';

export const UNKNOWN_EQUIPMENT = {
  code: 'unknown_equipment',
  retryable: false,
  description: 'The plant has no equipment of that number.',
} as const;

/** Throws SkillError `unknown_equipment`. */
export function equipmentOf({ equipment }: Plant, id: string): Equipment {
  const found = equipment.get(id.toUpperCase());
  if (!found) throw new SkillError(UNKNOWN_EQUIPMENT.code, UNKNOWN_EQUIPMENT.description);
  return found;
}
