import type { SkillManifest } from '@plinth/contracts';
import { counter, gauge, zero } from '@plinth/telemetry';
import type { Bulkhead } from '../../domain/protection/bulkhead';
import type { Circuit } from '../../domain/protection/circuit';

/** What calls are made for: users, or comparison runs, which have limits of their own. */
export type GuardedUse = 'live' | 'shadow';
type Version = Pick<SkillManifest, 'name' | 'version'>;

const CIRCUIT_VALUE = { closed: 0, half_open: 0.5, open: 1 } as const satisfies Record<Circuit['kind'], number>;

/** Skills and versions come and go; their series begin with the first call. */
export function zeroGuardMetrics(): void {
  zero('skill_circuit_state', { skill: [], version: [], use: [] });
  zero('skill_calls_running', { skill: [], version: [], use: [] });
  zero('skill_calls_waiting', { skill: [], version: [], use: [] });
  zero('skill_calls_held_off_total', { skill: [], version: [], use: [], code: [] });
}

export function showCircuit({ name, version }: Version, use: GuardedUse, kind: Circuit['kind']): void {
  gauge('skill_circuit_state').labels(name, version, use).set(CIRCUIT_VALUE[kind]);
}

export function showPlaces({ name, version }: Version, use: GuardedUse, { running, waiting }: Bulkhead): void {
  gauge('skill_calls_running').labels(name, version, use).set(running);
  gauge('skill_calls_waiting').labels(name, version, use).set(waiting.length);
}

export function countHeldOff({ name, version }: Version, use: GuardedUse, code: string): void {
  counter('skill_calls_held_off_total').labels(name, version, use, code).inc();
}
