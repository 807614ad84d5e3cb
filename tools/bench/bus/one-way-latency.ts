import { rounded, spreadOf, type Spread } from './percentiles';

/** Something that carries a message of an id; tells when one has arrived. */
export interface Carrier {
  send(id: string): Promise<void>;
  onArrival(listener: (id: string) => void): void;
}

export interface LatencyReport {
  readonly [carrier: string]: { readonly oneWay: Spread; readonly acknowledged: Spread };
}

/**
 * One message at a time, from just before its send to its arrival in the handler, and to the broker's acknowledgement. The
 * carriers take turns in blocks, so that what else the machine does falls on all of them.
 */
export async function measureLatency(
  carriers: Readonly<Record<string, Carrier>>,
  blocks: number,
  perBlock: number,
): Promise<LatencyReport> {
  const samples = Object.entries(carriers).map(([name, carrier]) => ({
    name,
    carrier,
    oneWay: [] as number[],
    acknowledged: [] as number[],
  }));
  for (let block = -1; block < blocks; block += 1) {
    for (const { name, carrier, oneWay, acknowledged } of samples) {
      for (let index = 0; index < perBlock; index += 1) {
        const { arrivedMs, acknowledgedMs } = await sendOne(carrier, `${name}-${block}-${index}`);
        if (block < 0) continue;
        oneWay.push(arrivedMs);
        acknowledged.push(acknowledgedMs);
      }
    }
  }
  return Object.fromEntries(
    samples.map(({ name, oneWay, acknowledged }) => [
      name,
      { oneWay: spreadOf(oneWay), acknowledged: spreadOf(acknowledged) },
    ]),
  );
}

async function sendOne(carrier: Carrier, id: string): Promise<{ arrivedMs: number; acknowledgedMs: number }> {
  const startedAt = performance.now();
  const arrived = new Promise<number>((resolve) => {
    carrier.onArrival((which) => {
      if (which === id) resolve(performance.now() - startedAt);
    });
  });
  await carrier.send(id);
  const acknowledgedMs = performance.now() - startedAt;
  return { arrivedMs: await arrived, acknowledgedMs };
}

export const ratio = (value: number, base: number): number => rounded(value / base);
