import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Profile } from './bench-system';
import { closedLoop } from './closed-loop';
import { nowMicros, profilingEnv, readProfiles, type ProfileSummary } from './cpu-profile';
import { onSystem, say, TURNS_PER_SESSION, warmUp } from './on-system';

const IN_FLIGHT = 32;

export interface WhereTheTimeGoes {
  readonly in_flight: number;
  /** Completed in the profiled stretch; profiling makes them slower. */
  readonly turns: number;
  readonly services: Readonly<Record<string, ProfileSummary>>;
}

/** One more pass under load, on a system whose processes profile themselves. */
export async function profiledPass(profile: Profile, passMs: number): Promise<WhereTheTimeGoes> {
  say(`CPU profile: ${IN_FLIGHT} in flight for ${passMs / 1_000} s`);
  const folder = await mkdtemp(join(tmpdir(), 'plinth-profile-'));
  try {
    const { parts, window, turns } = await onSystem(profile, profilingEnv(folder), async (system) => {
      await warmUp(system);
      const fromMicros = nowMicros();
      const loop = { inFlight: IN_FLIGHT, forMs: passMs, turnsPerSession: TURNS_PER_SESSION };
      const { completed } = await closedLoop(system.client, loop);
      const until = { fromMicros, untilMicros: nowMicros() };
      return { parts: system.services, window: until, turns: completed.length };
    });
    return { in_flight: IN_FLIGHT, turns, services: readProfiles(folder, parts, window) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What to look at first, for people. */
export function profileLines({ turns, services }: WhereTheTimeGoes): readonly string[] {
  return Object.entries(services).map(([service, { busy_ms: busyMs, areas }]) => {
    const top = Object.entries(areas).slice(0, 6);
    const shares = top.map(([area, share]) => `${area} ${Math.round(share)} %`).join(', ');
    return `${service}: ${Math.round((100 * busyMs) / Math.max(1, turns)) / 100} ms a turn: ${shares}`;
  });
}
