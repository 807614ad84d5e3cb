import { deriveId, refuse, type Refusal } from '@plinth/kernel';
import type { GateMode } from '../../domain/candidates/gate-policy';
import { admittedKind, trustOf, whyNotKind } from '../../domain/candidates/source-trust';
import { retentionOf } from '../../domain/forgetting/retention';
import type { MemoryPolicy } from '../../domain/policy/memory-policy';
import { newItem, type NewItem } from '../../domain/items/new-item';
import type { ProfileIntent, Provenance } from '../../domain/profile/intent';
import { canonicalKey } from '../../domain/utterance/attributes';
import type { ItemDraft } from './item-draft';

export interface PlannedItems {
  /** Statements about the user, which go the way of the gate (M12). */
  readonly intents: readonly ProfileIntent[];
  readonly items: readonly NewItem[];
  /** One entry a statement or item, in the order given; the same content twice has the same id. */
  readonly planned: readonly {
    readonly id: string;
    readonly key?: string;
    readonly kind: NewItem['kind'] | 'statement';
    readonly reason?: string;
  }[];
}

const HOUR_MS = 3_600_000;

/**
 * What drafts become: a statement with a key goes through the gate, everything else is an item of the kind that its source is trusted
 * with (M12, M25). Ids derive from the command, so that a repetition plans the same. `mode`: the user's choice or the tenant's.
 */
export function planItems(
  drafts: readonly ItemDraft[],
  commandId: string,
  policy: Pick<MemoryPolicy, 'items' | 'retention'>,
  mode: GateMode,
): PlannedItems | Refusal {
  const intents: ProfileIntent[] = [];
  const items = new Map<string, NewItem>();
  const planned: PlannedItems['planned'][number][] = [];
  for (const [index, draft] of drafts.entries()) {
    const statements = statementsOf(draft);
    if (statements.length === 0)
      return refuse('invalid', 'invalid_request', `\`items.${index}\` holds neither content nor a single attribute.`, {
        field: `items.${index}`,
        rule: 'empty',
      });
    for (const [n, { key, value }] of statements.entries()) {
      if (key === '')
        return refuse('invalid', 'invalid_request', `\`items.${index}.key\` is blank.`, {
          field: `items.${index}.key`,
          rule: 'empty',
        });
      const id = deriveId('item', commandId, index, n);
      const from = provenanceOf(draft, policy.items);
      const { profile } = trustOf(draft.source.type);
      const named = key === undefined ? {} : { key };
      if (key !== undefined && isStatement(draft) && profile !== 'never') {
        intents.push(
          profile === 'at_once' || mode === 'learn'
            ? { type: 'store', factId: id, key, value, origin: profile === 'at_once' ? 'verified' : 'learned', from }
            : { type: 'declare', candidateId: id, key, value, from },
        );
        planned.push({ id, key, kind: 'statement' });
      } else {
        const item = add(items, itemOf(draft, { id, ...named, content: value }, from, policy));
        const reason = whyNotKind(draft.source.type, draft.kind);
        planned.push({ id: item.id, ...named, kind: item.kind, ...(reason === undefined ? {} : { reason }) });
      }
    }
  }
  return { intents, items: [...items.values()], planned };
}

const isStatement = ({ kind }: ItemDraft): boolean => kind === 'fact' || kind === 'preference';

/** What a draft states, each to be answered by itself. */
export function statementsOf({ key, content, attributes }: ItemDraft): { key?: string; value: string }[] {
  if (content !== undefined)
    return [{ ...(key === undefined ? {} : { key: canonicalKey(key, content) }), value: content }];
  return Object.entries(attributes ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [{ key: canonicalKey(name, String(value)), value: String(value) }]
      : [],
  );
}

/** A sensor's word holds for a while only, whatever it says of itself (M7). */
function provenanceOf(
  { source, timestampMs, validUntilMs }: ItemDraft,
  { sensors }: MemoryPolicy['items'],
): Provenance & { sourceType: 'user' | 'system' } {
  const expires = sensors.channels.includes(source.channel) ? timestampMs + sensors.hours * HOUR_MS : undefined;
  const until = expires === undefined ? validUntilMs : Math.min(expires, validUntilMs ?? expires);
  return {
    sourceId: source.id,
    sourceType: source.type === 'system' ? 'system' : 'user',
    sourceChannel: source.channel,
    observedAtMs: timestampMs,
    ...(until === undefined ? {} : { validUntilMs: until }),
  };
}

function itemOf(
  draft: ItemDraft,
  own: Pick<NewItem, 'id' | 'content'> & { key?: string },
  from: Provenance,
  { items: { credibility }, retention }: Pick<MemoryPolicy, 'items' | 'retention'>,
): NewItem {
  const { source, validFromMs, importance, space, task } = draft;
  const trusted = !trustOf(source.type).quoted;
  const limit =
    source.type === 'system' ? credibility.verified : source.type === 'user' ? credibility.said : credibility.inferred;
  const kind = admittedKind(source.type, draft.kind);
  const retained = retentionOf(
    {
      kind,
      sourceChannel: source.channel,
      sourceType: source.type,
      content: own.content,
      observedAtMs: draft.timestampMs,
    },
    retention,
  );
  return newItem({
    ...own,
    ...from,
    kind,
    sourceType: source.type,
    status: trusted ? 'active' : 'reference',
    confidence: Math.min(limit, draft.confidence ?? limit),
    ...(retained ? { retained } : {}),
    ...(validFromMs === undefined ? {} : { validFromMs }),
    ...(importance === undefined ? {} : { importance }),
    ...(space === undefined ? {} : { space }),
    ...(task === undefined ? {} : { task }),
  });
}

/** The same content twice in one request is one item, said twice. */
function add(items: Map<string, NewItem>, item: NewItem): NewItem {
  const name = JSON.stringify([item.space, item.kind, item.contentHash]);
  const standing = items.get(name);
  const kept = standing ? { ...standing, restated: standing.restated + 1 } : item;
  items.set(name, kept);
  return kept;
}
