import type { Share } from '../plan/guard';

const { floor, log } = Math;

/** Calls that fail at a rate, drawn from a generator by the gaps between failures (geometric). */
export function simulatedCalls(random: () => number): (of: number, rate: number) => Share {
  return (of, rate) => {
    if (rate <= 0) return { events: 0, of };
    const gap = (): number => (rate >= 1 ? 0 : floor(log(1 - random()) / log(1 - rate)));
    let events = 0;
    for (let at = gap(); at < of; at += 1 + gap()) events++;
    return { events, of };
  };
}
