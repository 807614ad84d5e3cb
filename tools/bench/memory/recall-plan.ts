import { z } from 'zod';
import { TENANT, type BenchStand } from './bench-stand';
import type { SentStatement } from './recall-statements';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly 'Index Name'?: string | undefined;
  readonly 'Index Cond'?: string | undefined;
  readonly 'Actual Rows'?: number | undefined;
  readonly 'Actual Loops'?: number | undefined;
  readonly Plans?: readonly PlanNode[] | undefined;
}
const planNode: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Name': z.string().optional(),
    'Index Cond': z.string().optional(),
    'Actual Rows': z.number().optional(),
    'Actual Loops': z.number().optional(),
    Plans: z.array(planNode).optional(),
  }),
);
const explained = z.array(
  z.object({
    'QUERY PLAN': z
      .array(z.object({ Plan: planNode, 'Execution Time': z.number(), 'Planning Time': z.number() }))
      .min(1),
  }),
);

export interface PlanReport {
  /** How each table is reached, in the order of the plan. */
  readonly reads: readonly {
    readonly node: string;
    readonly table?: string;
    readonly index?: string;
    readonly condition?: string;
    readonly rows: number;
  }[];
  /** Tables of users that were read from end to end: none, or the plan is wrong. */
  readonly read_whole: readonly string[];
  readonly execution_ms: number;
  readonly planning_ms: number;
}

/** Of a user's own rows; what an organisation shares is its tenant's. */
const OF_USERS = new Set(['item_terms', 'item_vectors', 'memory_items']);

/** The plan of recall's search as the service's role, with row security forced: made for these values, and the one for any values. */
export async function recallPlans(
  { bare }: BenchStand,
  { text, values }: SentStatement,
): Promise<{ readonly custom: PlanReport; readonly generic: PlanReport }> {
  const scope = { tenant: TENANT, user: values[1] ?? '' };
  const literals = values.map((value) => (value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`)).join(', ');
  const plans = await bare.transaction(async (tx) => {
    await tx.query(`PREPARE asked AS ${text}`);
    const answers: PlanReport[] = [];
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await tx.query(`SET LOCAL plan_cache_mode = ${mode}`);
      const rows = await tx.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked(${literals})`);
      answers.push(reportOf(explained.parse(rows)));
    }
    await tx.query('DEALLOCATE asked');
    return answers;
  }, scope);
  const [custom, generic] = plans;
  if (!custom || !generic) throw new Error('EXPLAIN answered nothing');
  return { custom, generic };
}

function reportOf(rows: z.output<typeof explained>): PlanReport {
  const top = rows[0]?.['QUERY PLAN'][0];
  if (!top) throw new Error('EXPLAIN answered nothing');
  const nodes = allNodes(top.Plan).filter(
    (node) => node['Relation Name'] !== undefined || node['Index Name'] !== undefined,
  );
  return {
    reads: nodes.map((node) => ({
      node: node['Node Type'],
      ...(node['Relation Name'] === undefined ? {} : { table: node['Relation Name'] }),
      ...(node['Index Name'] === undefined ? {} : { index: node['Index Name'] }),
      ...(node['Index Cond'] === undefined ? {} : { condition: node['Index Cond'] }),
      rows: Math.round((node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1)),
    })),
    read_whole: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan' && OF_USERS.has(node['Relation Name'] ?? ''))
      .map((node) => node['Relation Name'] ?? ''),
    execution_ms: top['Execution Time'],
    planning_ms: top['Planning Time'],
  };
}

const allNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allNodes)];
