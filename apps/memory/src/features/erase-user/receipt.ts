import { RETENTION_HOURS, SERVICE_NAMES } from '@plinth/contracts';
import type { Erasure, ErasureAnswer, Verified } from '../../ports/erasure-ledger';

export interface ErasureReceipt {
  readonly erasure_id: string;
  readonly user_id: string;
  readonly status: 'completed' | 'running';
  readonly requested_at: string;
  readonly completed_at?: string;
  readonly services: Readonly<
    Record<string, { readonly counts: Readonly<Record<string, number>>; readonly refused: ErasureAnswer['refused'] }>
  >;
  /** The counts of all services, by the layer that held the personal text. */
  readonly layers: Readonly<Record<Layer, number>>;
  /** What memory's own search found afterwards; absent until it was made. */
  readonly verified?: Verified;
  /** Copies that no service can reach and that end by themselves. */
  readonly copies: readonly { readonly where: string; readonly expires_at: string }[];
}

const LAYERS = {
  index_entries: ['item_terms', 'shared_terms'],
  embeddings: ['item_vectors', 'shared_vectors'],
  caches: ['hot_hashes', 'process_copies'],
  summaries: ['session_notes', 'derived_items'],
  journal_texts: ['session_events', 'session_rounds', 'session_updates'],
} as const satisfies Record<string, readonly string[]>;
type Layer = keyof typeof LAYERS | 'rows';

/** How long a replica that did not take the command may keep a session in memory; it never serves it, since its version is old. */
const PROCESS_COPY_MS = 600_000;

/** Complete when every service has answered; it names what was refused, and until when the broker's copies live. */
export function receiptOf(erasure: Erasure, answers: readonly ErasureAnswer[], verified?: Verified): ErasureReceipt {
  const complete = SERVICE_NAMES.every((service) => answers.some((answer) => answer.service === service));
  const last = Math.max(erasure.requestedAtMs, ...answers.map(({ answeredAtMs }) => answeredAtMs));
  return {
    erasure_id: erasure.erasureId,
    user_id: erasure.userId,
    status: complete ? 'completed' : 'running',
    requested_at: iso(erasure.requestedAtMs),
    ...(complete ? { completed_at: iso(last) } : {}),
    services: Object.fromEntries(answers.map(({ service, counts, refused }) => [service, { counts, refused }])),
    layers: layersOf(answers),
    ...(verified ? { verified } : {}),
    copies: [
      { where: 'broker', expires_at: iso(erasure.requestedAtMs + RETENTION_HOURS * 3_600_000) },
      { where: 'memory_of_replicas', expires_at: iso(last + PROCESS_COPY_MS) },
    ],
  };
}

function layersOf(answers: readonly ErasureAnswer[]): Record<Layer, number> {
  const layers = { rows: 0, index_entries: 0, embeddings: 0, caches: 0, summaries: 0, journal_texts: 0 };
  for (const { counts } of answers) for (const [what, count] of Object.entries(counts)) layers[layerOf(what)] += count;
  return layers;
}

function layerOf(what: string): Layer {
  for (const layer of ['index_entries', 'embeddings', 'caches', 'summaries', 'journal_texts'] as const)
    if (LAYERS[layer].some((name) => name === what)) return layer;
  return 'rows';
}

const iso = (ms: number): string => new Date(ms).toISOString();
