import { spreadOf, type Spread } from '../../bench/bus/percentiles';
import type { PlayedSession } from './play-session';
import { queuedTurns, violationsIn, type Violation } from './violations';

export interface MeshReport {
  readonly set: string;
  readonly sessions: number;
  readonly parallel: number;
  readonly turns: number;
  readonly completed: number;
  readonly flow_turns: number;
  /** Accepted while the turn ahead of them was still going on. */
  readonly queued_turns: number;
  readonly reflection: Readonly<Record<string, number>>;
  readonly notices: Readonly<Record<string, number>>;
  readonly parked: Readonly<Record<string, number>>;
  /** Processes that ended on their own. */
  readonly process_ends: number;
  readonly seconds: number;
  /** From the request to the reply, where a client waited for its turn. */
  readonly client_latency: Spread;
  /** From acceptance to the final event, queues included. */
  readonly turn_duration: Spread;
  readonly violations: readonly Violation[];
}

export function reportOf(
  sessions: readonly PlayedSession[],
  run: Pick<MeshReport, 'parallel' | 'parked' | 'process_ends' | 'seconds'>,
): MeshReport {
  const played = sessions.flatMap(({ turns }) => turns);
  const turns = played.map(({ turn }) => turn);
  return {
    set: 'crosswoz',
    sessions: sessions.length,
    turns: turns.length,
    completed: turns.filter(({ status }) => status === 'completed').length,
    flow_turns: played.filter(({ scripted }) => scripted.kind === 'flow').length,
    queued_turns: sessions.reduce((sum, session) => sum + queuedTurns(session), 0),
    reflection: tally(turns.map(({ reflection }) => reflection?.outcome ?? 'none')),
    notices: tally(turns.flatMap(({ reply }) => reply.notices.map(({ code }) => code))),
    ...run,
    client_latency: spreadOf(played.flatMap(({ waitedMs }) => waitedMs ?? [])),
    turn_duration: spreadOf(turns.map(({ usage }) => usage.duration_ms ?? NaN)),
    violations: violationsIn(sessions),
  };
}

/** What fails the run, as sentences. */
export function faultsOf(report: MeshReport): readonly string[] {
  const parked = Object.entries(report.parked).filter(([, count]) => count > 0);
  return [
    ...report.violations.map(({ session, turn_id, rule, detail }) => `${rule}: ${session} ${turn_id}: ${detail}`),
    ...parked.map(([service, count]) => `parked: ${count} messages of ${service}`),
    ...(report.process_ends > 0 ? [`${report.process_ends} processes ended on their own`] : []),
    ...(report.queued_turns > 0 ? [] : ['no turn was ever queued, so order was not put to the test']),
  ];
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
