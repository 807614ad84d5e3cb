import { refuse, type Clock, type Refusal, type TenantId, type UserId } from '@plinth/kernel';
import { EMPTY_SESSION, foldUpdates } from '../../domain/session-state/session-state';
import type { Refused, Verified } from '../../ports/erasure-ledger';
import type { ErasedItem, ItemErasure } from '../../ports/item-erasure';
import type { SessionBook } from '../../ports/session-book';
import type { SessionCache } from '../../ports/session-cache';
import { layersOf, type Layers } from '../erase-user/layers';

export interface ItemReceipt {
  readonly item_id: string;
  readonly user_id: string;
  /** `refused`: a retention rule keeps the item, and nothing was erased. */
  readonly status: 'completed' | 'refused';
  readonly erased_at: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly layers: Layers;
  readonly refused: readonly Refused[];
  readonly verified?: Verified;
  /** How what belongs to the item was told from what merely holds the same characters. */
  readonly by: readonly string[];
  /** What stays on purpose, e.g. that a preference is not to be concluded again. */
  readonly kept: readonly string[];
  /** Where the words of the dialogue stay that the item came from: they go when the whole user is erased. */
  readonly not_reached: readonly string[];
}

const ERASED_BY = [
  'id: the item, what was derived from it, and facts of the same key and value',
  'turn: the texts, summaries and recorded answer of the turns in which it was said',
  'key and value: in sessions, the change log, samples, signals and the recorded answers of other turns',
  'words: the whole value or sentence as a token where it has an @, six digits or twelve letters (six Han characters), a shorter value beside the name of its attribute',
] as const;

/** Erases one item with what was made of it: rows, indexes, embeddings, its words in the sessions, hot copies; then looks for what is left. */
export class EraseItem {
  constructor(
    private readonly items: ItemErasure,
    private readonly sessions: SessionBook,
    private readonly cache: SessionCache,
    private readonly clock: Clock,
  ) {}

  async erase(tenant: TenantId, user: UserId, itemId: string): Promise<ItemReceipt | Refusal> {
    const nowMs = this.clock.now();
    const erased = await this.items.erase(tenant, user, itemId, nowMs);
    if (!erased) return refuse('not_found', 'item_not_found', 'The user has no such item.');
    const { refused, traces, kept } = erased;
    const head = { item_id: itemId, user_id: user, erased_at: new Date(nowMs).toISOString(), refused };
    if (!traces) return { ...head, status: 'refused', counts: {}, layers: layersOf([]), by: [], kept, not_reached: [] };
    const copies = await this.cache.erase(await this.remaining(erased));
    const counts = { ...erased.counts, hot_hashes: copies.hashes, process_copies: copies.processCopies };
    const searched = [
      ...(await this.items.search(tenant, user, traces)),
      { where: 'hot_store', places: erased.sessions.length, found: copies.left },
    ];
    const found = searched.reduce((sum, one) => sum + one.found, 0);
    return {
      ...head,
      status: 'completed',
      counts,
      layers: layersOf([counts]),
      verified: { searched, found },
      by: ERASED_BY,
      kept,
      not_reached: ['orchestrator: texts of the turns in which it was said', 'broker: until its retention ends'],
    };
  }

  /** The sessions as their rows say what they are without the item. */
  private remaining({ sessions }: ErasedItem) {
    return Promise.all(
      sessions.map(async (session) => {
        const updates = ((await this.sessions.historyOf(session.tenant, session.sessionId))?.updates ?? []).filter(
          ({ n }) => n <= session.version,
        );
        return { ...session, state: updates.length === 0 ? EMPTY_SESSION : foldUpdates(updates) };
      }),
    );
  }
}
