import type { Plant } from '../plant/plant';
import type { Evidence } from './evidence';

/** That a sensor of equipment that is off shows it, and that one of healthy equipment is off by chance within a day. */
const SHOWN = 0.92;
const BY_CHANCE = 0.03;
/** How far onsets scatter about what the feeds say (Laplace), and over which time those by chance lie, in minutes. */
const SCATTER_MINUTES = 40;
const DAY_MINUTES = 1_440;

export interface Candidate {
  readonly equipment: string;
  /** Given that exactly one piece of equipment is at fault. */
  readonly probability: number;
}

/**
 * Every piece of equipment as the one root of what is seen, likeliest first. How a fault travels is a noisy-OR over the feeds (Pearl 1988,
 * §4.3), as in the inference graphs by which faults of networks are found (Bahl et al. 2007); equipment counts as independent given the root.
 * A sensor that is off weighs by how well its onset fits the delays; one that is healthy speaks against what should have reached it;
 * what fails more often is likelier beforehand.
 */
export function likelyRoots(plant: Plant, evidence: Evidence): Candidate[] {
  const logs = plant.inOrder.map((id) => ({ id, log: logLikelihood(plant, id, evidence) + logPrior(plant, id) }));
  const highest = Math.max(...logs.map(({ log }) => log));
  const total = logs.reduce((sum, { log }) => sum + Math.exp(log - highest), 0);
  return logs
    .map(({ id, log }) => ({ equipment: id, probability: Math.exp(log - highest) / total }))
    .sort((a, b) => b.probability - a.probability || (a.equipment < b.equipment ? -1 : 1));
}

const logPrior = ({ equipment }: Plant, id: string): number => Math.log(equipment.get(id)?.faults_a_year ?? 1);

function logLikelihood(plant: Plant, root: string, { anomalies, healthy }: Evidence): number {
  const reach = reachOf(plant, root);
  const at = (sensor: string): Reach => reach.get(plant.sensors.get(sensor)?.equipment ?? '') ?? UNREACHED;
  const began = beginning(anomalies.map(({ sensor, onsetMs }) => ({ onset: onsetMs / 60_000, ...at(sensor) })));
  const off = anomalies.reduce((sum, { sensor, onsetMs }) => {
    const { likelihood, minutes } = at(sensor);
    const apart = Math.abs(onsetMs / 60_000 - began - minutes);
    const fits = Math.exp(-apart / SCATTER_MINUTES) / (2 * SCATTER_MINUTES);
    return sum + Math.log(likelihood * SHOWN * fits + (1 - likelihood * SHOWN) * (BY_CHANCE / DAY_MINUTES));
  }, 0);
  return healthy.reduce((sum, sensor) => sum + Math.log((1 - at(sensor).likelihood * SHOWN) * (1 - BY_CHANCE)), off);
}

interface Reach {
  /** That a fault of the root is one here. */
  readonly likelihood: number;
  /** The shortest way to here. */
  readonly minutes: number;
}
const UNREACHED: Reach = { likelihood: 0, minutes: 0 };

function reachOf({ inOrder, feedsFrom }: Plant, root: string): ReadonlyMap<string, Reach> {
  const reach = new Map<string, Reach>([[root, { likelihood: 1, minutes: 0 }]]);
  for (const id of inOrder) {
    const here = reach.get(id);
    if (!here) continue;
    for (const { to, likelihood, minutes } of feedsFrom.get(id) ?? []) {
      const before = reach.get(to);
      reach.set(to, {
        likelihood: 1 - (1 - (before?.likelihood ?? 0)) * (1 - here.likelihood * likelihood),
        minutes: Math.min(before?.minutes ?? Infinity, here.minutes + minutes),
      });
    }
  }
  return reach;
}

/** When the fault began, by the median of what the reached sensors say; weighted, so that a far one counts for little. */
function beginning(seen: readonly ({ readonly onset: number } & Reach)[]): number {
  const told = seen
    .filter(({ likelihood }) => likelihood > 0)
    .map(({ onset, minutes, likelihood }) => ({ at: onset - minutes, weight: likelihood }))
    .sort((a, b) => a.at - b.at);
  const half = told.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let weight = 0;
  for (const one of told) {
    weight += one.weight;
    if (weight >= half) return one.at;
  }
  return 0;
}
