import type { Language } from '@plinth/contracts';
import type { Measure, VersionMeasure } from '../report/measure';
import type { ComparedShare, RolloutReport } from '../report/rollout-report';
import { chartWords, type ChartWords } from './chart-words';
import { COLOURS, intervalRow, ROW, type Row } from './interval-rows';
import { element, textElement, type Svg } from './svg';

const WIDTH = 900;
const HEAD = 92;
const FONT = "system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

/** The report as a picture (SVG 1.1), by itself: it refers to nothing outside. `period` says in words when it was seen. */
export function reportChart(report: RolloutReport, period: string, language: Language): string {
  const words = chartWords(language);
  const rows = [...report.measures.map((measure) => measureRow(measure, words)), comparisonRow(report, words)];
  const height = HEAD + rows.length * ROW.height + 16;
  const title = words.title(report.skill);
  return element(
    'svg',
    {
      ...{ xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height },
      ...{ role: 'img', lang: language, 'font-family': FONT, 'font-size': 14, fill: COLOURS.ink },
    },
    textElement('title', {}, title),
    element('rect', { width: WIDTH, height, fill: '#ffffff' }),
    head(report, title, period, words),
    ...rows.map((row, at) => intervalRow(row, HEAD + at * ROW.height)),
  ).written;
}

function head(report: RolloutReport, title: string, period: string, words: ChartWords): Svg {
  const subtitle = `${period}${report.candidateSeen === 'shadow' ? ` · ${words.beside}` : ''}`;
  const quiet = { 'font-size': 12, fill: COLOURS.quiet };
  return element(
    'g',
    {},
    textElement('text', { x: 24, y: 32, 'font-size': 20, 'font-weight': 700 }, title),
    textElement('text', { x: 24, y: 52, ...quiet }, subtitle),
    ...legend(report, words),
  );
}

function legend({ baseline, candidate }: RolloutReport, words: ChartWords): Svg[] {
  const y = 74;
  const dashes = { stroke: COLOURS.target, 'stroke-width': 2, 'stroke-dasharray': '4 3' };
  const entry = (x: number, text: string) => textElement('text', { x: x + 18, y: y + 4, 'font-size': 12 }, text);
  return [
    element('circle', { cx: 32, cy: y, r: 4.5, fill: COLOURS.baseline }),
    entry(24, `${words.baseline} ${baseline}`),
    element('circle', { cx: 212, cy: y, r: 4.5, fill: COLOURS.candidate }),
    entry(204, `${words.candidate} ${candidate}`),
    element('line', { x1: 396, y1: y - 8, x2: 396, y2: y + 8, ...dashes }),
    entry(388, words.target),
    element('line', { x1: 500, y1: y, x2: 524, y2: y, stroke: COLOURS.quiet, 'stroke-width': 2.5 }),
    entry(512, words.interval),
  ];
}

function measureRow({ name, unit, baseline, candidate, verdict }: Measure, words: ChartWords): Row {
  const line = (colour: string, { interval, target, samples, verdict: met }: VersionMeasure, more: string) => ({
    ...{ colour, interval, target },
    note: joined(words.samples(samples), words.targets[met], more),
  });
  return {
    title: words.measures[name],
    unit,
    lines: [line(COLOURS.baseline, baseline, ''), line(COLOURS.candidate, candidate, words.differences[verdict])],
  };
}

function comparisonRow({ comparisons }: RolloutReport, words: ChartWords): Row {
  const line = (colour: string, { interval, compared }: ComparedShare, more: string) => ({
    ...{ colour, interval, target: undefined },
    note: joined(words.samples(compared), more),
  });
  return {
    title: words.comparisons,
    unit: 'share',
    lines: [
      line(COLOURS.baseline, comparisons.noise, words.itself),
      line(COLOURS.candidate, comparisons, words.comparisonVerdicts[comparisons.verdict]),
    ],
  };
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');
