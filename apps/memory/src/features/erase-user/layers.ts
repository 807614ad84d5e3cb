const LAYERS = {
  index_entries: ['item_terms', 'shared_terms'],
  embeddings: ['item_vectors', 'shared_vectors'],
  caches: ['hot_hashes', 'process_copies'],
  summaries: ['session_notes', 'derived_items'],
  journal_texts: ['session_events', 'session_rounds', 'session_updates'],
} as const satisfies Record<string, readonly string[]>;

/** How much was erased, by the layer that held it. */
export type Layers = Readonly<Record<keyof typeof LAYERS | 'rows', number>>;

const LAYER_OF = new Map<string, keyof Layers>([
  ...LAYERS.index_entries.map((name) => [name, 'index_entries'] as const),
  ...LAYERS.embeddings.map((name) => [name, 'embeddings'] as const),
  ...LAYERS.caches.map((name) => [name, 'caches'] as const),
  ...LAYERS.summaries.map((name) => [name, 'summaries'] as const),
  ...LAYERS.journal_texts.map((name) => [name, 'journal_texts'] as const),
]);

/** Counts by table, as services give them, by layer. What has no layer of its own is a row. */
export function layersOf(parts: readonly Readonly<Record<string, number>>[]): Layers {
  const layers = { rows: 0, index_entries: 0, embeddings: 0, caches: 0, summaries: 0, journal_texts: 0 };
  for (const counts of parts)
    for (const [what, count] of Object.entries(counts)) layers[LAYER_OF.get(what) ?? 'rows'] += count;
  return layers;
}
