import { counted, NO_FIGURES, type Figures } from '../figures/figures';
import { rolloutReport } from '../report/rollout-report';
import { reportChart } from './report-chart';
import { scaleFor } from './scale';
import { escaped } from './svg';

const calls = (count: number, faults: number): Figures =>
  Array.from({ length: count }).reduce<Figures>(
    (sum, _, at) => counted(sum, { kind: 'call', faulty: at < faults, durationMs: 20 + (at % 40) }),
    NO_FIGURES,
  );

const reportOf = (skill: string, empty = false) =>
  rolloutReport({
    ...{ skill, baseline: '1.0.0', candidate: '2.0.0', sinceMs: 0, untilMs: 3_600_000 },
    slaMs: { baseline: 50, candidate: 50 },
    figures: empty
      ? []
      : [
          { skill, version: '1.0.0', measure: 'live', against: '', ...calls(300, 2) },
          { skill, version: '2.0.0', measure: 'live', against: '', ...calls(300, 40) },
          { skill, version: '2.0.0', measure: 'shadow', against: '1.0.0', ...NO_FIGURES, compared: 100, differed: 30 },
        ],
    outcomes: empty
      ? []
      : ['1.0.0', '2.0.0'].map((version) => ({
          version,
          resolved: { events: 170, of: 200 },
          complaints: { events: 1, of: 200 },
          handling: { count: 200, mean: 1_500, variance: 40_000 },
        })),
  });

/** Whether every element is closed by its own end, and how often each occurs. */
function elementsOf(svg: string): Map<string, number> {
  const open: string[] = [];
  const counts = new Map<string, number>();
  for (const [, end, name = '', rest = ''] of svg.matchAll(/<(\/?)([a-z]+)((?:\s[a-z:A-Z-]+="[^"<]*")*\s*\/?)>/g)) {
    if (end) expect(open.pop()).toBe(name);
    else {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (!rest.endsWith('/')) open.push(name);
    }
  }
  expect(open).toEqual([]);
  expect(svg.match(/</g)).toHaveLength([...svg.matchAll(/<\/?[a-z]+[^<>]*>/g)].length);
  return counts;
}

describe('the chart of a report', () => {
  it('S9: draws for each measure an axis with marks, both intervals with their estimates, the targets, and a legend', () => {
    const svg = reportChart(reportOf('stock'), '2026', 'en');
    const counts = elementsOf(svg);
    expect(counts.get('svg')).toBe(1);
    expect(counts.get('circle')).toBe(2 + 6 * 2 + 1);
    expect(svg.match(/stroke-dasharray/g)).toHaveLength(1 + 5 * 2);
    for (const text of [
      'Rollout of stock',
      'Baseline 1.0.0',
      'Candidate 2.0.0',
      'Handling time',
      'Complaints',
      'Latency P95',
    ])
      expect(svg).toContain(`>${text}</text>`);
    expect(svg).toContain('1.5 s · n = 200 · target met');
    expect(svg).toContain('target missed · worse');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('S9: speaks Chinese to who reads it', () => {
    const svg = reportChart(reportOf('stock'), '2026', 'zh');
    for (const text of ['灰度报告：stock', '处理时长', '一次解决率', '投诉率', '目标', '95 % 置信区间'])
      expect(svg).toContain(text);
    expect(svg).not.toContain('Baseline');
  });

  it('S9: is drawn of nothing, too', () => {
    const svg = reportChart(reportOf('stock', true), '2026', 'en');
    elementsOf(svg);
    expect(svg.match(/no data/g)).toHaveLength(13);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('S9: lets no text become a part of the picture', () => {
    const name = `</text><script href="x">alert('1')&</script>\u0000`;
    const svg = reportChart(reportOf(name), '2026', 'en');
    expect(elementsOf(svg).has('script')).toBe(false);
    expect(svg).toContain('&lt;/text&gt;&lt;script href=&quot;x&quot;&gt;alert(&apos;1&apos;)&amp;&lt;/script&gt;');
    expect(escaped('a\u0000b\ud800')).toBe('ab\ufffd');
  });

  it.each([
    [[0.015, 0.004], 0.015, 4],
    [[1_800, 2_310], 2_500, 6],
    [[0], 1, 6],
    [[0.97, 1], 1, 6],
  ])('has round marks from zero to beyond all of %j', (values, top, marks) => {
    const scale = scaleFor(values);
    expect(scale.top).toBeCloseTo(top);
    expect(scale.marks).toHaveLength(marks);
    expect(scale.at(Math.max(...values))).toBeLessThanOrEqual(1);
    expect(scale.at(-1)).toBe(0);
  });
});
