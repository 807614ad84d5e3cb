import type { Plant } from './plant';

/** Feeds below it are no part of what surely follows from a fault. */
const SURE = 0.6;

/** What a fault of one piece of equipment surely reaches, itself included, with the minutes until it shows there. */
export function affectedBy({ inOrder, feedsFrom }: Plant, root: string): ReadonlyMap<string, number> {
  const minutes = new Map([[root, 0]]);
  for (const id of inOrder) {
    const here = minutes.get(id);
    if (here === undefined) continue;
    for (const feed of feedsFrom.get(id) ?? []) {
      const there = here + feed.minutes;
      if (feed.likelihood >= SURE && there < (minutes.get(feed.to) ?? Infinity)) minutes.set(feed.to, there);
    }
  }
  return minutes;
}
