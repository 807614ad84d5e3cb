import type { Interval } from '@plinth/rollout';
import type { Target } from '../report/measure';
import { scaleFor, type Scale } from './scale';
import { element, textElement, type Svg } from './svg';

export const COLOURS = {
  baseline: '#1f5fa8',
  candidate: '#c2570c',
  target: '#6b2737',
  ink: '#1b1f24',
  faint: '#d4d9df',
  quiet: '#5b6570',
} as const;

/** Places in the picture, in its units. */
const PLOT = { left: 190, width: 430, notes: 640 } as const;
export const ROW = { height: 96, first: 26, second: 48, axis: 66, marks: 80 } as const;

export interface Row {
  readonly title: string;
  readonly unit: 'ms' | 'share';
  readonly lines: readonly Line[];
}

/** One version in a row. */
export interface Line {
  readonly colour: string;
  readonly interval: Interval | undefined;
  readonly target: Target | undefined;
  readonly note: string;
}

/** A title, an axis with its marks, and for each version its interval, its estimate and its target. */
export function intervalRow({ title, unit, lines }: Row, top: number): Svg {
  const scale = scaleFor(lines.flatMap(({ interval, target }) => [interval?.high ?? 0, target?.value ?? 0]));
  const heading = textElement('text', { x: 24, y: ROW.first + 14, 'font-weight': 600 }, title);
  const drawn = lines.map((line, at) => drawLine(line, at === 0 ? ROW.first : ROW.second, scale, unit));
  return element('g', { transform: `translate(0 ${top})` }, heading, axis(scale, unit), ...drawn);
}

function axis(scale: Scale, unit: Row['unit']): Svg {
  const marks = scale.marks.flatMap((mark) => {
    const x = placeOf(scale, mark);
    return [
      element('line', { x1: x, y1: ROW.first - 12, x2: x, y2: ROW.axis, stroke: COLOURS.faint }),
      textElement(
        'text',
        { x, y: ROW.marks, 'text-anchor': 'middle', 'font-size': 11, fill: COLOURS.quiet },
        written(mark, unit),
      ),
    ];
  });
  const end = PLOT.left + PLOT.width;
  const line = element('line', { x1: PLOT.left, y1: ROW.axis, x2: end, y2: ROW.axis, stroke: COLOURS.quiet });
  return element('g', {}, ...marks, line);
}

function drawLine({ colour, interval, target, note }: Line, y: number, scale: Scale, unit: Row['unit']): Svg {
  const parts: Svg[] = [];
  if (target) {
    const x = placeOf(scale, target.value);
    const dashes = { stroke: COLOURS.target, 'stroke-width': 2, 'stroke-dasharray': '4 3' };
    parts.push(element('line', { x1: x, y1: y - 11, x2: x, y2: y + 11, ...dashes }));
  }
  if (interval) {
    const [low, middle, high] = [interval.low, interval.estimate, interval.high].map((value) => placeOf(scale, value));
    const stroke = { stroke: colour, 'stroke-width': 2.5 };
    parts.push(
      element('line', { x1: low ?? 0, y1: y, x2: high ?? 0, y2: y, ...stroke }),
      ...[low, high].map((x) => element('line', { x1: x ?? 0, y1: y - 5, x2: x ?? 0, y2: y + 5, ...stroke })),
      element('circle', { cx: middle ?? 0, cy: y, r: 4.5, fill: colour }),
    );
  }
  const value = interval ? `${written(interval.estimate, unit)} · ` : '';
  parts.push(textElement('text', { x: PLOT.notes, y: y + 4, 'font-size': 12, fill: colour }, `${value}${note}`));
  return element('g', {}, ...parts);
}

const placeOf = (scale: Scale, value: number): number => PLOT.left + PLOT.width * scale.at(value);

/** Milliseconds as they are up to a second, shares in per cent. */
function written(value: number, unit: Row['unit']): string {
  if (unit === 'share') return `${Number((value * 100).toPrecision(3))} %`;
  return value < 1_000 ? `${Number(value.toPrecision(3))} ms` : `${Number((value / 1_000).toPrecision(3))} s`;
}
