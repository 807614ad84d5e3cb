import { parkingMigration } from '@plinth/bus';
import { FixedClock, isRefusal, RandomIds, tenantId, userId } from '@plinth/kernel';
import { migrate, PostgresDatabase } from '@plinth/postgres';
import { createTestDatabase } from '@plinth/testing';
import { DEFAULT_RECALL_POLICY } from '../../../domain/recall/recall-policy';
import { recallQuery } from '../../../domain/recall/recall-query';
import { WriteItems } from '../../../features/write-items/write-items';
import { FixedPolicies } from '../../../ports/fixed-policies.stage';
import { memoryMigrations } from './migrations';
import { PostgresItemLedger } from './postgres-item-ledger';
import { searchCtes, searchValues } from './search-sql';

const NOW = Date.UTC(2024, 4, 20, 2);
const USERS = 25;
const ITEMS = 40;
const tenant = tenantId('acme');
const user = userId('user-7');

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

let database: PostgresDatabase;
let close: () => Promise<void>;
beforeAll(async () => {
  const created = await createTestDatabase();
  database = new PostgresDatabase({ url: created.url, schema: 'memory', poolSize: 2 });
  await migrate(database, { schema: 'memory', migrations: [parkingMigration, ...memoryMigrations] });
  const items = new WriteItems(
    new PostgresItemLedger(database, new FixedClock(NOW)),
    new FixedPolicies(),
    new RandomIds(),
  );
  for (let n = 0; n < USERS; n += 1) {
    const drafts = Array.from({ length: ITEMS }, (_, i) => ({
      userId: userId(`user-${n}`),
      kind: 'episode' as const,
      content: `第 ${i} 次在杭州的咖啡馆谈装修预算，顺便看了 ${n * ITEMS + i} 号样板房`,
      source: { id: `s-${i}`, channel: 'test', type: 'user' as const },
      timestampMs: NOW - i * 60_000,
    }));
    const written = await items.write({ tenant, drafts });
    if (isRefusal(written)) throw new Error(written.error.code);
  }
  await database.asOwner((tx) => tx.query('ANALYZE'));
  close = async () => {
    await database.close();
    await created.drop();
  };
}, 180_000);
afterAll(() => close());

it.each(['force_custom_plan', 'force_generic_plan'])(
  'M6: under forced row security the arms reach a user’s rows by index, by tenant and user, and compare no vector with every item (%s)',
  async (mode) => {
    const { armLimit, considered, conversationGapMs } = DEFAULT_RECALL_POLICY;
    const query = recallQuery('上次在咖啡馆谈的装修预算', { nowMs: NOW, timeZone: 'Asia/Shanghai' });
    const values = [tenant, user, ...searchValues(query, { nowMs: NOW, armLimit, considered, conversationGapMs })];
    const nodes = await database.transaction(
      async (tx) => {
        await tx.query(`SET LOCAL plan_cache_mode = ${mode}`);
        await tx.query(`PREPARE asked AS WITH ${searchCtes(3)} SELECT items FROM found`);
        const [row] = await tx.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
          `EXPLAIN (FORMAT JSON) EXECUTE asked(${values.map(literal).join(', ')})`,
        );
        await tx.query('DEALLOCATE asked');
        return (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => allNodes(Plan));
      },
      { tenant, user },
    );
    const readWhole = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
    for (const table of ['item_terms', 'item_vectors', 'memory_items']) expect(readWhole).not.toContain(table);
    for (const loop of nodes.filter((node) => node['Node Type'] === 'Nested Loop'))
      expect(tablesOf(loop)).not.toEqual(expect.arrayContaining(['item_terms', 'item_vectors']));
    for (const index of ['item_terms_pkey', 'item_vectors_pkey']) {
      const reached = nodes.filter((node) => node['Index Name'] === index);
      expect(reached.length).toBeGreaterThan(0);
      for (const node of reached) expect(node['Index Cond']).toMatch(/tenant = .*user_id = /);
    }
  },
);

const allNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allNodes)];

const tablesOf = (node: PlanNode) => allNodes(node).map((below) => below['Relation Name']);

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  const json = typeof value === 'string' ? value : JSON.stringify(value);
  const text = Array.isArray(value) ? `{${json.slice(1, -1)}}` : json;
  return `'${text.replaceAll("'", "''")}'`;
}
