import { until } from '@plinth/testing';
import type { MemoryClient } from './memory-client';

const WITHIN_MS = 600_000;
/** Nothing waits and nothing has been embedded for longer than a batch takes: what was written more than once gets one vector. */
const QUIET_MS = 30_000;

/** Does `write`, which writes `items`, and waits until each has its vector: with an embedding endpoint they come after the write. */
export async function withVectors<T>(memory: MemoryClient, items: number, write: () => Promise<T>): Promise<T> {
  if (process.env.PLINTH_EMBEDDINGS_URL === undefined) return write();
  const before = (await embeddings(memory)).embedded;
  const written = await write();
  let last = { embedded: -1, at: Date.now() };
  await until(`vectors of ${items} items`, WITHIN_MS, async () => {
    const { embedded, waiting } = await embeddings(memory);
    if (embedded !== last.embedded) last = { embedded, at: Date.now() };
    return waiting === 0 && (embedded - before >= items || Date.now() - last.at > QUIET_MS);
  });
  return written;
}

async function embeddings(memory: MemoryClient): Promise<{ embedded: number; waiting: number }> {
  const text = await memory.text('/metrics');
  const valueOf = (name: string, ...labels: readonly string[]): number => {
    const line = text.split('\n').find((one) => one.startsWith(name) && labels.every((label) => one.includes(label)));
    return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ')));
  };
  return {
    embedded: valueOf('plinth_memory_embeddings_total{', 'purpose="item"', 'outcome="embedded"'),
    waiting: valueOf('plinth_memory_embeddings_waiting'),
  };
}
