import type { Plant } from '../plant/plant';

/**
 * The equipment that feeds, over any number of steps, the most of what is off, itself included; of several the one with the
 * fewest steps to all of it. Knows neither what is healthy, nor when each began, nor how surely a fault travels.
 */
export function nearestUpstream(plant: Plant, off: readonly string[]): string | undefined {
  const ranked = plant.inOrder
    .map((id) => {
      const steps = stepsFrom(plant, id);
      const reached = off.flatMap((target) => steps.get(target) ?? []);
      return { id, reached: reached.length, steps: reached.reduce((sum, one) => sum + one, 0) };
    })
    .filter(({ reached }) => reached > 0)
    .sort((a, b) => b.reached - a.reached || a.steps - b.steps || (a.id < b.id ? -1 : 1));
  return ranked[0]?.id;
}

/** Steps from a piece of equipment to each that it feeds, itself 0. */
export function stepsFrom({ inOrder, feedsFrom }: Plant, root: string): ReadonlyMap<string, number> {
  const steps = new Map([[root, 0]]);
  for (const id of inOrder) {
    const here = steps.get(id);
    if (here === undefined) continue;
    for (const { to } of feedsFrom.get(id) ?? []) steps.set(to, Math.min(here + 1, steps.get(to) ?? Infinity));
  }
  return steps;
}
