import { refuse, type Refusal } from '@plinth/kernel';
import { DEFAULT_STAGES, planFaults } from '@plinth/rollout';
import type { RolloutCommand } from '../../domain/rollout/command';

/** A plan that could not do what it says is refused with all its faults; the field is that of the first. */
export function planObstacle(command: RolloutCommand): Refusal | undefined {
  if (command.kind !== 'configure') return undefined;
  const { stages = DEFAULT_STAGES, guards = [] } = command;
  const faults = planFaults({ stages, guards }).map((fault) => ({ ...fault, path: `plan.${onWire(fault.path)}` }));
  const [first] = faults;
  if (!first) return undefined;
  const message = faults.map(({ path, message }) => `\`${path}\`: ${message}.`).join(' ');
  return refuse('invalid', 'invalid_plan', message, { field: first.path, rule: first.rule });
}

const onWire = (path: string): string => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
