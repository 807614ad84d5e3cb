import { z } from 'zod';

export const inBothLanguages = z.object({ zh: z.string(), en: z.string() });

const area = z.object({ id: z.string(), name: inBothLanguages });
export type Area = z.output<typeof area>;

const equipment = z.object({
  id: z.string(),
  area: z.string(),
  kind: z.string(),
  name: inBothLanguages,
  /** 1: nobody waits for it … 5: people are at risk. */
  criticality: z.int().min(1).max(5),
  faults_a_year: z.number().positive(),
});
export type Equipment = z.output<typeof equipment>;

const feed = z.object({
  from: z.string(),
  to: z.string(),
  /** That a fault of the one shows at the other. */
  likelihood: z.number().gt(0).lt(1),
  minutes: z.number().min(0),
});
export type Feed = z.output<typeof feed>;

const sensor = z.object({
  id: z.string(),
  equipment: z.string(),
  quantity: z.string(),
  unit: z.string(),
  mean: z.number(),
  swing: z.number().min(0),
  noise: z.number().positive(),
  upset: z.number(),
});
export type Sensor = z.output<typeof sensor>;

export const plantFile = z.object({
  areas: z.array(area),
  equipment: z.array(equipment),
  feeds: z.array(feed),
  sensors: z.array(sensor),
});

/** What stands where, what feeds what, and what is measured. The feeds have no circle, and lie in an order from source to end. */
export interface Plant {
  readonly areas: readonly Area[];
  readonly equipment: ReadonlyMap<string, Equipment>;
  readonly sensors: ReadonlyMap<string, Sensor>;
  /** Each behind all that feed it. */
  readonly inOrder: readonly string[];
  readonly feedsFrom: ReadonlyMap<string, readonly Feed[]>;
}

/** Throws when a name leads nowhere or the feeds have a circle. */
export function plantOf({ areas, equipment: pieces, feeds, sensors }: z.output<typeof plantFile>): Plant {
  const byId = new Map(pieces.map((piece) => [piece.id, piece]));
  const named = [...feeds.flatMap(({ from, to }) => [from, to]), ...sensors.map(({ equipment: id }) => id)];
  const missing =
    named.find((id) => !byId.has(id)) ?? pieces.find(({ area: id }) => !areas.some((a) => a.id === id))?.id;
  if (missing !== undefined) throw new Error(`the plant has a name that leads nowhere: ${missing}`);
  return {
    areas,
    equipment: byId,
    sensors: new Map(sensors.map((one) => [one.id, one])),
    inOrder: ordered([...byId.keys()], feeds),
    feedsFrom: Map.groupBy(feeds, ({ from }) => from),
  };
}

/** Kahn's order (Kahn 1962). */
function ordered(ids: readonly string[], feeds: readonly Feed[]): string[] {
  const waiting = new Map(ids.map((id) => [id, feeds.filter(({ to }) => to === id).length]));
  const order: string[] = [];
  for (;;) {
    const next = [...waiting].find(([, count]) => count === 0)?.[0];
    if (next === undefined) break;
    waiting.delete(next);
    order.push(next);
    for (const { to } of feeds.filter(({ from }) => from === next)) waiting.set(to, (waiting.get(to) ?? 0) - 1);
  }
  if (waiting.size > 0) throw new Error(`the feeds of the plant have a circle: ${[...waiting.keys()].join(', ')}`);
  return order;
}
