import type { StepRecord } from './turn-record';
import type { WaitingStep } from './session';
import type { CommandStep } from './command-id';

const NAMES = {
  assemble: 'memory.assemble',
  skill: 'skill.invoke',
  model: 'model.answer',
  commit: 'memory.commit',
  reflect: 'reflection.check',
} as const satisfies Record<WaitingStep['kind'], CommandStep>;

const stepName = (step: WaitingStep): CommandStep => NAMES[step.kind];

/** How a step ended, `endedAt` by the journal's clock. */
export function stepRecord(
  step: WaitingStep,
  endedAt: number,
  status: StepRecord['status'],
  detail: { readonly version?: string | undefined; readonly code?: string } = {},
): StepRecord {
  return {
    name: stepName(step),
    status,
    duration_ms: Math.max(0, endedAt - step.since),
    ...(step.kind === 'skill' && { skill: step.call.skill, attempt: step.attempt }),
    ...(detail.version !== undefined && { version: detail.version }),
    ...(detail.code !== undefined && { code: detail.code }),
  };
}
