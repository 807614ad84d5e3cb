import type { Box } from './box';
import type { Frame } from './frame';
import type { Calendar } from './wall-clock';

/** Near enough for a 29 February, and no longer a search. */
const AROUND = [0, -1, 1, -2, 2, -3, 3, -4, 4];

/**
 * Which occurrence of something that comes again and again is meant. `at(k)` is the one k cycles from the present one, undefined where
 * that cycle has none (30 February).
 */
export function occurrence(
  at: (cycle: number) => Box | undefined,
  { which, ahead }: Pick<Frame, 'which' | 'ahead'>,
  { now, ref, direction }: Calendar,
): Box | undefined {
  const all = AROUND.flatMap((cycle) => at(cycle) ?? []);
  if (which === 'past') return latest(all.filter(({ until }) => until <= now));
  if (which === 'future') return earliest(all.filter(({ from }) => from > now));
  if (which === 'this') return all[0];
  switch (direction ?? (ahead ? 'future' : undefined)) {
    case 'past':
      return latest(all.filter(({ from }) => from <= ref));
    case 'future':
      return earliest(all.filter(({ until }) => until > ref));
    case 'nearest':
      return all.reduce<Box | undefined>(
        (best, box) => (best && distance(best, ref) <= distance(box, ref) ? best : box),
        undefined,
      );
    case undefined:
      return all[0];
  }
}

const latest = (boxes: readonly Box[]) =>
  boxes.reduce<Box | undefined>((best, box) => (best && best.from >= box.from ? best : box), undefined);
const earliest = (boxes: readonly Box[]) =>
  boxes.reduce<Box | undefined>((best, box) => (best && best.from <= box.from ? best : box), undefined);
const distance = ({ from, until }: Box, at: number) => (at < from ? from - at : Math.max(0, at - until));
