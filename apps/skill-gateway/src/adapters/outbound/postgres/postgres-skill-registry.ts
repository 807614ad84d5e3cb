import type { SqlDatabase } from '@plinth/postgres';
import type { RegisteredVersion, SkillOrigin } from '../../../domain/catalogue/catalogue';
import { firstBaselines } from '../../../domain/rollout/first-baselines';
import type { Rollout } from '../../../domain/rollout/rollout';
import { SkillRegistry, type RegistryContent } from '../../../ports/skill-registry';

/** Rung after every change of the registry. */
export const REGISTRY_CHANNEL = 'plinth_skill_registry';

/** In the order of names, so that replicas that register at once never lock each other. */
const KEEP_VERSIONS = `
  INSERT INTO skills (name, version, manifest, provider_url, state, origin)
  SELECT manifest->>'name', manifest->>'version', manifest, "providerUrl", state, origin
  FROM jsonb_to_recordset($1::jsonb) AS given (manifest jsonb, "providerUrl" text, state text, origin jsonb) ORDER BY 1, 2
  ON CONFLICT (name, version) DO UPDATE SET
    manifest = excluded.manifest, provider_url = excluded.provider_url, state = excluded.state, origin = excluded.origin
    WHERE (skills.manifest, skills.provider_url, skills.state, skills.origin)
      IS DISTINCT FROM (excluded.manifest, excluded.provider_url, excluded.state, excluded.origin)
  RETURNING 1`;

const KEEP_BASELINES = `
  INSERT INTO rollouts (skill, baseline, candidate, weight, revoked, revision)
  SELECT skill, baseline, NULL, 0, '{}', 1 FROM jsonb_to_recordset($1::jsonb) AS given (skill text, baseline text) ORDER BY 1
  ON CONFLICT (skill) DO NOTHING`;

/** One statement, hence one moment. */
const CONTENT = `
  SELECT revision,
    (SELECT coalesce(jsonb_agg(jsonb_build_object(
      'manifest', manifest, 'providerUrl', provider_url, 'state', state, 'origin', origin) ORDER BY name, version), '[]') FROM skills) AS versions,
    (SELECT coalesce(jsonb_agg(to_jsonb(rollouts) ORDER BY skill), '[]') FROM rollouts) AS rollouts
  FROM registry_revision`;

interface ContentRow {
  readonly revision: number;
  readonly versions: readonly (Omit<RegisteredVersion, 'origin'> & { readonly origin: SkillOrigin | null })[];
  readonly rollouts: readonly (Omit<Rollout, 'candidate'> & { readonly candidate: string | null })[];
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
      rollouts: row.rollouts.map((rollout) => ({ ...rollout, candidate: rollout.candidate ?? undefined })),
    };
  }

  async register(versions: readonly RegisteredVersion[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      const changed = await tx.query(KEEP_VERSIONS, [JSON.stringify(versions)]);
      if (changed.length === 0) return;
      await tx.query(KEEP_BASELINES, [JSON.stringify(firstBaselines(versions.map(({ manifest }) => manifest)))]);
      await tx.query(CHANGED, [REGISTRY_CHANNEL]);
    });
  }

  async replaceRollout({ skill, baseline, candidate, weight, revoked, revision }: Rollout): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const replaced = await tx.query(
        `UPDATE rollouts SET baseline = $2, candidate = $3, weight = $4, revoked = $5, revision = $6
         WHERE skill = $1 AND revision = $6::bigint - 1 RETURNING 1`,
        [skill, baseline, candidate, weight, revoked, revision],
      );
      if (replaced.length === 0) return false;
      await tx.query(CHANGED, [REGISTRY_CHANNEL]);
      return true;
    });
  }
}

const CHANGED = `WITH counted AS (UPDATE registry_revision SET revision = revision + 1 RETURNING 1)
  SELECT pg_notify($1, '') FROM counted`;
