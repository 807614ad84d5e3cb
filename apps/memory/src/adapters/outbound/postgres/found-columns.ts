import type { Arm, ArmHit, Candidate } from '../../../domain/recall/candidate';
import { foundOf, type FoundRow } from './rows';

interface Hit {
  readonly id: string;
  readonly shared: boolean;
  readonly before: string | null;
  readonly cosine: number | null;
  readonly arms: readonly Arm[];
  readonly ranks: readonly number[];
  readonly scores: readonly number[];
}
type Shared = 'document' | 'version' | 'clause';
type Own = 'sessionId' | 'task' | 'reference';
type OwnText = Omit<FoundRow, 'arms' | 'before' | 'cosine' | 'shared' | 'document' | 'content'> & {
  readonly content: string | null;
};
type SharedText = Omit<OwnText, Own> & Readonly<Record<Shared, string>>;

/** Columns of equal length; null where there is no row at all. */
type Columns<Row> = { readonly [K in keyof Row]: readonly Row[K][] | null };
type Sources<Row> = Readonly<Record<keyof Row, string>>;

/** What recall's statement answers: the best hits in their order, and beside them the texts of these and of what preceded them. */
export interface FoundColumns {
  readonly hits: Columns<Hit>;
  readonly own: Columns<OwnText>;
  readonly shared: Columns<SharedText>;
}

const HITS: Sources<Hit> = {
  id: 'item_id',
  shared: 'shared',
  before: 'before_id',
  cosine: 'cosine',
  arms: 'arms',
  ranks: 'ranks',
  scores: 'scores',
};
const TEXTS: Sources<Omit<OwnText, Own>> = {
  id: 'id',
  kind: 'kind',
  key: 'key',
  content: 'content',
  sourceType: 'source_type',
  confidence: 'confidence',
  importance: 'importance',
  atMs: 'valid_from_ms',
};
const OWN: Sources<OwnText> = { ...TEXTS, sessionId: 'session_id', task: 'task', reference: `status = 'reference'` };
const SHARED: Sources<SharedText> = {
  ...TEXTS,
  document: 'document_id',
  version: 'document_version',
  clause: 'clause',
};

const columns = (sources: Readonly<Record<string, string>>, order = ''): string =>
  `json_build_object(${Object.entries(sources)
    .map(([name, expression]) => `'${name}', json_agg(${expression}${order})`)
    .join(', ')})`;

/** The end of recall's statement: one row `found`, whose `items` are the FoundColumns of what `fused` holds. */
export const foundCtes = (): string => `
  wanted AS (
    SELECT array_agg(item_id) FILTER (WHERE NOT shared) || array_agg(before_id) FILTER (WHERE before_id IS NOT NULL) AS own,
           array_agg(item_id) FILTER (WHERE shared) AS shared
    FROM fused),
  found AS (
    SELECT json_build_object(
      'hits', (SELECT ${columns(HITS, ' ORDER BY promise DESC, item_id')} FROM fused),
      'own', (SELECT ${columns(OWN)} FROM memory_items WHERE tenant = $1 AND user_id = $2 AND id = ANY ((SELECT own FROM wanted)::text[])),
      'shared', (SELECT ${columns(SHARED)} FROM shared_items WHERE tenant = $1 AND id = ANY ((SELECT shared FROM wanted)::text[]))) AS items)`;

/** What was found, in the order of its promise; what has no text, or none that the scope may see, is no candidate. */
export function candidatesOf({ hits, own, shared }: FoundColumns): Candidate[] {
  const texts = byId(rowsOf(own));
  const sharedTexts = byId(rowsOf(shared));
  return rowsOf(hits).flatMap((hit) => {
    const { id, before, cosine } = hit;
    const text = hit.shared ? fromShared(sharedTexts.get(id)) : fromOwn(texts.get(id));
    if (!text) return [];
    const preceding = before === null ? undefined : texts.get(before)?.content;
    return [foundOf({ ...text, before: preceding ?? null, cosine, arms: armsOf(hit) })];
  });
}

type Told = Omit<FoundRow, 'before' | 'cosine' | 'arms'>;

function fromOwn(text: OwnText | undefined): Told | undefined {
  if (!text || text.content === null) return undefined;
  return { ...text, content: text.content, document: null };
}

function fromShared(text: SharedText | undefined): Told | undefined {
  if (!text || text.content === null) return undefined;
  const { document, version, clause, content, ...item } = text;
  return { ...item, content, shared: true, sessionId: null, task: null, document: { id: document, version, clause } };
}

function armsOf({ arms, ranks, scores }: Hit): Candidate['arms'] {
  const found: Partial<Record<Arm, ArmHit>> = {};
  arms.forEach((arm, n) => (found[arm] = { rank: ranks[n] ?? 0, score: scores[n] ?? 0 }));
  return found;
}

/** Row `n` has the value at place `n` of each column. */
function rowsOf<Row extends { readonly id: string }>(columns: Columns<Row>): Row[] {
  const names = Object.keys(columns) as (keyof Row)[];
  return (columns.id ?? []).map((_, n) => {
    const row: Partial<Row> = {};
    for (const name of names) row[name] = columns[name]?.[n];
    return row as Row;
  });
}

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));
