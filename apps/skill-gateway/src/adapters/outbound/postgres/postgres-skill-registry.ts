import type { SqlDatabase } from '@plinth/postgres';
import type { RegisteredVersion, SkillOrigin } from '../../../domain/catalogue/catalogue';
import { PROMISES } from '../../../domain/registration/promises';
import { firstBaselines } from '../../../domain/rollout/first-baselines';
import { SkillRegistry, type RegistryContent, type RolloutChanges } from '../../../ports/skill-registry';
import { countSkillsChange } from './registry-change';
import { rolloutOf, rowOf, type RolloutRow } from './rollout-row';

/** In the order of names, so that replicas that register at once never lock each other. */
const KEEP_VERSIONS = `
  INSERT INTO skills (name, version, manifest, provider_url, state, origin)
  SELECT manifest->>'name', manifest->>'version', manifest, "providerUrl", state, origin
  FROM jsonb_to_recordset($1::jsonb) AS given (manifest jsonb, "providerUrl" text, state text, origin jsonb) ORDER BY 1, 2
  ON CONFLICT (name, version) DO UPDATE SET
    manifest = excluded.manifest, provider_url = excluded.provider_url, state = excluded.state, origin = excluded.origin
    WHERE (skills.manifest, skills.provider_url, skills.state, skills.origin)
      IS DISTINCT FROM (excluded.manifest, excluded.provider_url, excluded.state, excluded.origin)
      AND (skills.state = 'imported' OR (${PROMISES.map(
        (part) => `skills.manifest->'${part}' IS NOT DISTINCT FROM excluded.manifest->'${part}'`,
      ).join(' AND ')}))
  RETURNING 1`;

const KEEP_BASELINES = `
  INSERT INTO rollouts (skill, baseline, candidate, revoked, revision, plan, status, stage, entered_at_ms, run)
  SELECT skill, baseline, candidate, revoked, revision, plan, status, stage, entered_at_ms, run
  FROM jsonb_populate_recordset(NULL::rollouts, $1::jsonb) ORDER BY skill
  ON CONFLICT (skill) DO NOTHING`;

/** One statement, hence one moment. */
const CONTENT = `
  SELECT revision,
    (SELECT coalesce(jsonb_agg(jsonb_build_object(
      'manifest', manifest, 'providerUrl', provider_url, 'state', state, 'origin', origin) ORDER BY name, version), '[]') FROM skills) AS versions,
    (SELECT coalesce(jsonb_agg(to_jsonb(rollouts) ORDER BY skill), '[]') FROM rollouts) AS rollouts
  FROM registry_revision`;

const ROLLOUTS_SINCE = `
  SELECT revision, (SELECT coalesce(jsonb_agg(to_jsonb(rollouts)), '[]') FROM rollouts WHERE changed_at > $1) AS rollouts
  FROM registry_revision WHERE skills_revision <= $1`;

interface ContentRow {
  readonly revision: number;
  readonly versions: readonly (Omit<RegisteredVersion, 'origin'> & { readonly origin: SkillOrigin | null })[];
  readonly rollouts: readonly RolloutRow[];
}

/** Belongs to no tenant: providers are installed by whoever runs the system. */
export class PostgresSkillRegistry extends SkillRegistry {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async revision(): Promise<number> {
    const [row] = await this.database.query<{ revision: number }>('SELECT revision FROM registry_revision', []);
    return row?.revision ?? 0;
  }

  async content(): Promise<RegistryContent> {
    const [row] = await this.database.query<ContentRow>(CONTENT, []);
    if (!row) throw new Error('the registry has no revision');
    return {
      revision: row.revision,
      versions: row.versions.map(({ origin, ...version }) => ({ ...version, ...(origin && { origin }) })),
      rollouts: row.rollouts.map(rolloutOf),
    };
  }

  async rolloutsSince(revision: number): Promise<RolloutChanges | undefined> {
    const [row] = await this.database.query<Pick<ContentRow, 'revision' | 'rollouts'>>(ROLLOUTS_SINCE, [revision]);
    return row && { revision: row.revision, rollouts: row.rollouts.map(rolloutOf) };
  }

  async register(versions: readonly RegisteredVersion[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      const changed = await tx.query(KEEP_VERSIONS, [JSON.stringify(versions)]);
      if (changed.length === 0) return;
      const baselines = firstBaselines(versions.map(({ manifest }) => manifest));
      await tx.query(KEEP_BASELINES, [JSON.stringify(baselines.map(rowOf))]);
      await countSkillsChange(tx);
    });
  }
}
