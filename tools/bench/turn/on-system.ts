import { openSystem, type BenchSystem, type Profile } from './bench-system';
import { closedLoop } from './closed-loop';

const WARM_UP = { inFlight: 32, forMs: 20_000, enough: 3_000 };

/** What every pass runs with, unless the environment says otherwise. */
export const SETTINGS: Readonly<Record<string, string>> = {
  // As many turns at once as the largest pass has, so that it measures the mesh and not the queue at its edge.
  PLINTH_TURNS_IN_FLIGHT: process.env.PLINTH_TURNS_IN_FLIGHT ?? '128',
};

export const TURNS_PER_SESSION = 10;

export const say = (text: string): void => console.error(text);

/** Starts a system of its own for the work, and stops it afterwards, whatever became of the work. */
export async function onSystem<T>(
  profile: Profile,
  env: Readonly<Record<string, string>>,
  work: (system: BenchSystem) => Promise<T>,
): Promise<T> {
  say(`  starting ${profile === 'cluster' ? 'a mesh' : 'an embedded process'}`);
  const system = await openSystem(profile, { ...SETTINGS, ...env });
  const interrupted = (): void => void system.stop().finally(() => process.exit(130));
  process.once('SIGINT', interrupted);
  try {
    return await work(system);
  } finally {
    process.off('SIGINT', interrupted);
    await system.stop();
  }
}

/** So that code is compiled, connections are open and caches are filled. */
export async function warmUp({ client }: BenchSystem): Promise<void> {
  say('  warming up');
  await closedLoop(client, { ...WARM_UP, turnsPerSession: TURNS_PER_SESSION });
}
