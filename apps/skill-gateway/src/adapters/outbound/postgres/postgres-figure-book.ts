import type { SqlDatabase } from '@plinth/postgres';
import type { Figures, FigureSeries } from '../../../domain/figures/figures';
import { FigureBook, type FigureBucket } from '../../../ports/figure-book';

/** Totals only grow, so the larger of two hand-ins is the later one, whichever arrives last. */
const PUT = `
  INSERT INTO skill_figures (skill, start_ms, version, measure, against, process, calls, errors, latency, compared, differed, dropped)
  SELECT skill, "startMs", version, measure, against, $1, calls, "attributableErrors", latency, compared, differed, dropped
  FROM jsonb_to_recordset($2::jsonb) AS given (skill text, "startMs" bigint, version text, measure text, against text, calls bigint,
    "attributableErrors" bigint, latency bigint[], compared bigint, differed bigint, dropped bigint)
  ON CONFLICT (skill, start_ms, version, measure, against, process) DO UPDATE SET
    calls = excluded.calls, errors = excluded.errors, latency = excluded.latency, compared = excluded.compared,
    differed = excluded.differed, dropped = excluded.dropped
  WHERE skill_figures.calls <= excluded.calls AND skill_figures.compared <= excluded.compared
    AND skill_figures.dropped <= excluded.dropped`;

const SUM = `
  WITH taken AS (SELECT * FROM skill_figures WHERE skill = $1 AND start_ms >= $2),
  slots AS (
    SELECT version, measure, against, slot, sum(n) AS n FROM taken, unnest(latency) WITH ORDINALITY AS part (n, slot)
    GROUP BY version, measure, against, slot),
  shapes AS (SELECT version, measure, against, array_agg(n::bigint ORDER BY slot) AS latency FROM slots GROUP BY 1, 2, 3)
  SELECT version, measure, against, sum(calls)::bigint AS calls, sum(errors)::bigint AS "attributableErrors",
    sum(compared)::bigint AS compared, sum(differed)::bigint AS differed, sum(dropped)::bigint AS dropped, shapes.latency
  FROM taken JOIN shapes USING (version, measure, against) GROUP BY version, measure, against, shapes.latency
  ORDER BY version, measure, against`;

/** One row a series, stretch of time and process. */
export class PostgresFigureBook extends FigureBook {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async put(process: string, totals: readonly (FigureBucket & Figures)[]): Promise<void> {
    if (totals.length > 0) await this.database.query(PUT, [process, JSON.stringify(totals)]);
  }

  async sum(skill: string, sinceMs: number): Promise<readonly (FigureSeries & Figures)[]> {
    const rows = await this.database.query<Omit<FigureSeries, 'skill'> & Figures>(SUM, [skill, sinceMs]);
    return rows.map((row) => ({ skill, ...row }));
  }

  async prune(beforeMs: number): Promise<void> {
    await this.database.query('DELETE FROM skill_figures WHERE start_ms < $1', [beforeMs]);
  }
}
