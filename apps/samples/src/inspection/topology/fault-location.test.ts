import { findAnomaly } from '../anomaly/find-anomaly';
import { affectedBy } from '../plant/affected-by';
import { loadSite } from '../plant/load-site';
import { plantOf } from '../plant/plant';
import { normal, readingsOf, uniform, type Recording } from '../plant/recording';
import { equipmentOff, type Evidence } from './evidence';
import { likelyRoots } from './likely-roots';
import { nearestUpstream } from './nearest-upstream';

const { plant, recording } = loadSite();
const PERIOD = 96;
const STEP_MS = 900_000;

/** What the sensors say of a fault whose root is known: each feed carries it or not, sensors miss it, others ring by chance. */
function sampled(root: string, draw: number): Evidence {
  const minutes = new Map([[root, 0]]);
  for (const id of plant.inOrder) {
    const here = minutes.get(id);
    if (here === undefined) continue;
    for (const feed of plant.feedsFrom.get(id) ?? [])
      if (uniform(`${draw}/${feed.from}/${feed.to}`) < feed.likelihood)
        minutes.set(feed.to, Math.min(minutes.get(feed.to) ?? Infinity, here + feed.minutes));
  }
  const anomalies: { sensor: string; onsetMs: number }[] = [];
  const healthy: string[] = [];
  for (const { id, equipment } of plant.sensors.values()) {
    const reached = minutes.get(equipment);
    const chance = uniform(`${draw}/${id}`);
    const onset =
      reached === undefined
        ? (uniform(`${draw}/${id}/when`) - 0.5) * 1_440
        : reached + 30 * normal(`${draw}/${id}/late`);
    if (chance < (reached === undefined ? 0.03 : 0.9)) anomalies.push({ sensor: id, onsetMs: onset * 60_000 });
    else healthy.push(id);
  }
  return { anomalies, healthy };
}

/** What detection finds in a recording in which that root failed. */
function detected(root: string, begins: number): Evidence {
  const failing: Recording = {
    ...recording,
    glitches: [],
    incidents: [{ equipment: root, begins, grows_minutes: 60 }],
  };
  const to = (begins - recording.begins) / STEP_MS + 40;
  const anomalies: { sensor: string; onsetMs: number }[] = [];
  const healthy: string[] = [];
  for (const sensor of plant.sensors.values()) {
    const found = findAnomaly(readingsOf(plant, failing, sensor, to - 5 * PERIOD, to), PERIOD);
    if (typeof found !== 'object') healthy.push(sensor.id);
    else anomalies.push({ sensor: sensor.id, onsetMs: recording.begins + (to - 5 * PERIOD + found.onset) * STEP_MS });
  }
  return { anomalies, healthy };
}

const byV1 = (evidence: Evidence): string | undefined => nearestUpstream(plant, equipmentOff(plant, evidence));
const byV2 = (evidence: Evidence): string | undefined => likelyRoots(plant, evidence)[0]?.equipment;

describe('the location of a fault', () => {
  it('finds by version 2 the root of at least 85 of 100 labelled faults, by version 1 of less than 65, over 400 of them', () => {
    const faults = Array.from({ length: 400 }, (_, draw) => plant.inOrder[draw % plant.inOrder.length] ?? '')
      .map((root, draw) => ({ root, evidence: sampled(root, draw) }))
      .filter(({ evidence }) => evidence.anomalies.length > 0);
    const share = (locate: (evidence: Evidence) => string | undefined): number =>
      faults.filter(({ root, evidence }) => locate(evidence) === root).length / faults.length;
    expect(faults.length).toBeGreaterThan(380);
    expect(share(byV2)).toBeGreaterThan(0.85);
    expect(share(byV1)).toBeLessThan(0.65);
    const amongThree = faults.filter(({ root, evidence }) =>
      likelyRoots(plant, evidence)
        .slice(0, 3)
        .some(({ equipment }) => equipment === root),
    );
    expect(amongThree.length / faults.length).toBeGreaterThan(0.95);
  });

  it('finds by version 2 every root from the measurements alone, where version 1 errs', () => {
    const begins = Date.parse('2026-11-23T03:00:00Z');
    const ends = plant.inOrder.map((root) => ({ root, evidence: detected(root, begins) }));
    expect(ends.filter(({ root, evidence }) => byV2(evidence) !== root)).toEqual([]);
    expect(ends.filter(({ root, evidence }) => byV1(evidence) !== root).length).toBeGreaterThan(0);
  }, 180_000);

  it('is sure of what fits, and says by its confidence when nothing does', () => {
    const clear = detected('HX-1', Date.parse('2026-11-23T03:00:00Z'));
    expect(likelyRoots(plant, clear)[0]!.probability).toBeGreaterThan(0.9);
    const odd: Evidence = {
      anomalies: [
        { sensor: 'CV-1-SPD', onsetMs: 0 },
        { sensor: 'TR-1-TEMP', onsetMs: 50_000_000 },
      ],
      healthy: [],
    };
    expect(likelyRoots(plant, odd)[0]!.probability).toBeLessThan(0.8);
    const all = likelyRoots(plant, odd).reduce((sum, { probability }) => sum + probability, 0);
    expect(all).toBeCloseTo(1, 9);
  });

  it('reaches by a fault what it surely feeds, after the shortest time', () => {
    expect(affectedBy(plant, 'HX-2')).toEqual(
      new Map([
        ...([
          ['HX-2', 0],
          ['AC-1', 30],
          ['AD-1', 45],
          ['AR-1', 75],
          ['FL-1', 90],
          ['PK-1', 95],
        ] as const),
      ]),
    );
  });
});

describe('a plant', () => {
  const one = { area: 'a', kind: 'k', name: { zh: '一', en: 'one' }, criticality: 1, faults_a_year: 1 };
  const pieces = ['A', 'B'].map((id) => ({ id, ...one }));
  const areas = [{ id: 'a', name: { zh: '甲', en: 'a' } }];
  const feed = (from: string, to: string) => ({ from, to, likelihood: 0.5, minutes: 0 });

  it('is refused when its feeds have a circle, or a name leads nowhere', () => {
    const circle = { areas, equipment: pieces, feeds: [feed('A', 'B'), feed('B', 'A')], sensors: [] };
    expect(() => plantOf(circle)).toThrow('circle: A, B');
    expect(() => plantOf({ areas, equipment: pieces, feeds: [feed('A', 'C')], sensors: [] })).toThrow('nowhere: C');
    expect(() => plantOf({ areas: [], equipment: pieces, feeds: [], sensors: [] })).toThrow('nowhere: A');
  });
});
