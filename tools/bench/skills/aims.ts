import type { Overhead, Rate } from './passes';

export interface Aim {
  readonly what: string;
  readonly figure: number;
  readonly aim: string;
  readonly met: boolean;
}

export interface Figures {
  readonly read: Overhead;
  readonly read_rate: Rate;
  /** With many skills resident. */
  readonly resident_read: Overhead;
  readonly resident_rate: Rate;
}

const MOST_OVERHEAD_MS = 1;
const LEAST_PER_CORE = 2_000;
/** Slower than this share of the rate without them, and the resident skills slow a call. */
const LEAST_SHARE = 0.85;

/** What the requirement asks for; a figure that is none meets nothing. */
export function compareWithAims({ read, read_rate, resident_read, resident_rate }: Figures): readonly Aim[] {
  const share = resident_rate.per_core_second / read_rate.per_core_second;
  return [
    aim(
      'overhead of a read, P50, ms',
      read.p50_overhead_ms,
      `<= ${MOST_OVERHEAD_MS}`,
      read.p50_overhead_ms <= MOST_OVERHEAD_MS,
    ),
    aim(
      'reads by a core and second',
      read_rate.per_core_second,
      `>= ${LEAST_PER_CORE}`,
      read_rate.per_core_second >= LEAST_PER_CORE,
    ),
    aim(
      'overhead with many skills resident, P50, ms',
      resident_read.p50_overhead_ms,
      `<= ${MOST_OVERHEAD_MS}`,
      resident_read.p50_overhead_ms <= MOST_OVERHEAD_MS,
    ),
    aim(
      'share of the rate that stays with many skills resident',
      Math.round(share * 100) / 100,
      `>= ${LEAST_SHARE}`,
      share >= LEAST_SHARE,
    ),
  ];
}

const aim = (what: string, figure: number, text: string, met: boolean): Aim => ({ what, figure, aim: text, met });

export const aimLines = (aims: readonly Aim[]): readonly string[] =>
  aims.map(({ what, figure, aim: text, met }) => `${met ? 'met   ' : 'MISSED'} ${what}: ${figure} (${text})`);
