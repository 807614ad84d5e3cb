import type { Profile } from './bench-system';
import type { PassReport } from './measure-pass';

export interface Figures {
  readonly profile: Profile;
  readonly messagesPerTurn: number;
  /** Undefined where there is no broker. */
  readonly ratioWithoutLoad: number | undefined;
  readonly passes: readonly PassReport[];
}

export interface Aim {
  readonly what: string;
  readonly figure: number;
  readonly aim: string;
  readonly met: boolean;
}

/** What a turn should cost on two cores; rates and CPU are set for the cluster, with broker and stores on the same cores. */
export function compareWithAims({ profile, messagesPerTurn, ratioWithoutLoad, passes }: Figures): readonly Aim[] {
  const atMost = (what: string, figure: number, most: number): Aim => ({
    what,
    figure,
    aim: `≤ ${most}`,
    met: figure <= most,
  });
  const atLeast = (what: string, figure: number, least: number): Aim => ({
    what,
    figure,
    aim: `≥ ${least}`,
    met: figure >= least,
  });
  const loaded = passes.filter(({ in_flight }) => in_flight > 1);
  return [
    atMost('messages per turn', messagesPerTurn, 8),
    ...(ratioWithoutLoad === undefined
      ? []
      : [atMost('turn p50 / (messages × bare p50), without load', ratioWithoutLoad, 1.5)]),
    ...loaded.flatMap((pass) => {
      const name = `at ${pass.in_flight} in flight`;
      const skips = atMost(`checks skipped ${name}, %`, Math.round(pass.reflection_skip_rate * 10_000) / 100, 1);
      if (profile === 'embedded') return [skips];
      const rate = atLeast(`turns/s ${name}`, pass.turns_per_second, pass.in_flight > 32 ? 500 : 300);
      return pass.in_flight > 32
        ? [rate, skips]
        : [rate, atMost(`CPU ms a turn ${name}`, pass.cpu_ms_per_turn, 6), skips];
    }),
  ];
}

export function aimLines(aims: readonly Aim[]): readonly string[] {
  const width = Math.max(...aims.map(({ what }) => what.length));
  return aims.map(
    ({ what, figure, aim, met }) => `${met ? '✓' : '✗'} ${what.padEnd(width)}  ${String(figure).padStart(9)}   ${aim}`,
  );
}
