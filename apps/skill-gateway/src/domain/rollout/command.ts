import {
  configure,
  defaultGuards,
  defaultPlan,
  pause,
  promote,
  resume,
  rollback,
  start,
  type Act,
  type Guard,
  type Refused,
  type Stage,
} from '@plinth/rollout';
import { inTurn, type Move } from './in-turn';
import { replaceVersions } from './replace-versions';
import type { Rollout } from './rollout';

/** What a person asks of a rollout. */
export type RolloutCommand =
  /** Both versions serve by a share at once; without a candidate the baseline serves alone. */
  | {
      readonly kind: 'share';
      readonly baseline: string | undefined;
      readonly candidate: string | undefined;
      readonly weight: number;
    }
  /** Sets versions and plan; nothing serves differently before a start. Without stages or guards: the shipped ones. */
  | {
      readonly kind: 'configure';
      readonly baseline: string | undefined;
      readonly candidate: string;
      readonly stages: readonly Stage[] | undefined;
      readonly guards: readonly Guard[] | undefined;
    }
  | { readonly kind: 'start'; readonly stage: string | undefined }
  | { readonly kind: 'pause' | 'resume' | 'promote' | 'rollback' };

/** `promisedMs`: the P95 that the candidate's contract promises; the shipped guards hold it to that. */
export function moveBy(
  command: RolloutCommand,
  rollout: Rollout,
  act: Act,
  promisedMs: number | undefined,
): Move | Refused {
  switch (command.kind) {
    case 'share': {
      const { baseline = rollout.baseline, candidate, weight } = command;
      return replaceVersions(rollout, { baseline, candidate, weight }, defaultGuards(promisedMs), act);
    }
    case 'configure': {
      const { baseline = rollout.baseline, candidate } = command;
      const shipped = defaultPlan(promisedMs);
      const plan = { stages: command.stages ?? shipped.stages, guards: command.guards ?? shipped.guards };
      return inTurn(rollout, [(state) => configure(state, { baseline, candidate, plan }, act)]);
    }
    case 'start': {
      const { stage } = command;
      const at = stage === undefined ? 0 : rollout.plan.stages.findIndex(({ name }) => name === stage);
      return inTurn(rollout, [(state) => start(state, act, at)]);
    }
    case 'pause':
      return inTurn(rollout, [(state) => pause(state, act)]);
    case 'resume':
      return inTurn(rollout, [(state) => resume(state, act)]);
    case 'promote':
      return inTurn(rollout, [(state) => promote(state, act)]);
    case 'rollback':
      return inTurn(rollout, [(state) => rollback(state, act)]);
  }
}
