import type { Migration } from '@plinth/postgres';

/**
 * Rollouts go through stages. Those of before are a share of all users: of one stage, without guards, since nobody asked for any.
 * `rollout_history` says why, and is what is announced until it was; `rollout_evidence` lets another replica go on.
 */
export const stagedRollouts: Migration = {
  id: '0005_staged_rollouts',
  sql: `
    ALTER TABLE rollouts
      ADD COLUMN plan jsonb NOT NULL DEFAULT '{"stages":[],"guards":[]}',
      ADD COLUMN status text NOT NULL DEFAULT 'idle'
        CHECK (status IN ('idle', 'running', 'paused', 'completed', 'rolled_back')),
      ADD COLUMN stage integer NOT NULL DEFAULT 0,
      ADD COLUMN entered_at_ms bigint NOT NULL DEFAULT 0,
      ADD COLUMN run integer NOT NULL DEFAULT 0;
    UPDATE rollouts SET
      plan = jsonb_set('
        {"stages": [{"name": "share", "mode": "live", "audience": {"kind": "all"}, "weight": 0, "cap": 1, "trace": "sampled",
          "minMs": 0, "minSamples": 0, "promotion": "manual"}], "guards": []}', '{stages,0,weight}', to_jsonb(weight)),
      status = CASE WHEN candidate IS NULL THEN 'idle' ELSE 'running' END,
      run = CASE WHEN candidate IS NULL THEN 0 ELSE 1 END;
    ALTER TABLE rollouts ALTER COLUMN plan DROP DEFAULT, DROP COLUMN weight;

    CREATE TABLE rollout_evidence (
      skill text PRIMARY KEY REFERENCES rollouts, evidence jsonb NOT NULL);
    CREATE TABLE rollout_history (
      skill text NOT NULL REFERENCES rollouts, revision bigint NOT NULL, entry jsonb NOT NULL,
      announced boolean NOT NULL DEFAULT false,
      PRIMARY KEY (skill, revision));
    CREATE INDEX rollout_history_to_announce ON rollout_history (skill, revision) WHERE NOT announced;`,
};
