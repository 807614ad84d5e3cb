import { loadSite } from '../plant/load-site';
import type { Sensor } from '../plant/plant';
import { endMs, readingsOf, type Incident, type Recording } from '../plant/recording';
import { findAnomaly } from './find-anomaly';

const PERIOD = 96;
const site = loadSite();
const sensors = [...site.plant.sensors.values()];
const quiet: Recording = { ...site.recording, incidents: [], glitches: [] };
const begins = Date.parse('2026-11-24T04:00:00Z');
const stepOf = (ms: number): number => (ms - quiet.begins) / 900_000;

const seen = (sensor: Sensor, incidents: readonly Incident[], to = stepOf(begins) + 40) =>
  findAnomaly(readingsOf(site.plant, { ...quiet, incidents: [...incidents] }, sensor, to - 5 * PERIOD, to), PERIOD);

describe('findAnomaly', () => {
  it('finds every fault of every sensor within ten hours, its direction, and when it began within an hour', () => {
    for (const sensor of sensors) {
      const found = seen(sensor, [{ equipment: sensor.equipment, begins, grows_minutes: 0 }]);
      if (!found || found === 'too_short') throw new Error(`${sensor.id}: ${found}`);
      expect(found).toMatchObject({ kind: 'shift', direction: sensor.upset > 0 ? 'up' : 'down', ongoing: true });
      expect(Math.abs(found.onset - (5 * PERIOD - 40))).toBeLessThanOrEqual(4);
    }
  });

  it('tells a fault that grows from one that is there at once, and one that is over from one that goes on', () => {
    const sensor = site.plant.sensors.get('HX-1-OUT')!;
    expect(seen(sensor, [{ equipment: 'HX-1', begins, grows_minutes: 480 }])).toMatchObject({ kind: 'drift' });
    const over = { equipment: 'HX-1', begins, ends: begins + 4 * 3_600_000, grows_minutes: 0 };
    expect(seen(sensor, [over])).toMatchObject({ ongoing: false });
  });

  it('cries wolf on at most one of a hundred healthy days', () => {
    const days = Array.from({ length: 8 }, (_, day) => (day + 6) * PERIOD);
    const alarms = days.flatMap((to) => sensors.filter((sensor) => seen(sensor, [], to) !== undefined));
    expect(alarms.length / (days.length * sensors.length)).toBeLessThanOrEqual(0.01);
  });

  it('calls a lost reading a spike and a sensor that stands still frozen, and neither a fault', () => {
    const sensor = site.plant.sensors.get('R-1-TEMP')!;
    const values = readingsOf(site.plant, quiet, sensor, 0, 5 * PERIOD);
    expect(findAnomaly(values.with(450, 0), PERIOD)).toMatchObject({ kind: 'spike', direction: 'down', onset: 450 });
    const still = values.map((value, index) => (index > 460 ? (values[460] ?? 0) : value));
    expect(findAnomaly(still, PERIOD)).toMatchObject({ kind: 'frozen', onset: 460, ongoing: true });
  });

  it('takes for normal what starts and stops at its hour every day', () => {
    const shifts = (index: number): number => (index % PERIOD >= 32 && index % PERIOD < 72 ? 80 : 5);
    const noise = readingsOf(site.plant, quiet, { ...sensors[0]!, mean: 0, swing: 0, noise: 0.5 }, 0, 5 * PERIOD);
    expect(
      findAnomaly(
        noise.map((value, index) => value + shifts(index)),
        PERIOD,
      ),
    ).toBeUndefined();
    expect(
      findAnomaly(
        noise.map((_, index) => shifts(index)),
        PERIOD,
      ),
    ).toBeUndefined();
  });

  it('says that less than three days are too short, and nothing of a sensor that never moves', () => {
    expect(
      findAnomaly(
        Array.from({ length: 3 * PERIOD - 1 }, () => 1),
        PERIOD,
      ),
    ).toBe('too_short');
    expect(
      findAnomaly(
        Array.from({ length: 3 * PERIOD }, () => 1),
        PERIOD,
      ),
    ).toBeUndefined();
    expect(findAnomaly([], PERIOD)).toBe('too_short');
  });

  it('reads the same recording for ever', () => {
    const sensor = site.plant.sensors.get('TR-1-TEMP')!;
    const last = site.recording.steps - 1;
    expect(readingsOf(site.plant, site.recording, sensor, 0, 3)).toEqual([56.41, 55.69, 54.68]);
    expect(new Date(endMs(site.recording)).toISOString()).toBe('2026-11-29T17:45:00.000Z');
    expect(readingsOf(site.plant, site.recording, sensor, last, last + 1)).toHaveLength(1);
  });
});
