import { TENANT, type BenchStand } from './bench-stand';
import type { Request } from './loops';
import type { SentStatement } from './recall-statements';

const at = <T>(list: readonly T[], n: number): T => {
  const value = list[n % list.length];
  if (value === undefined) throw new Error('there is no statement to run');
  return value;
};

/** Of recall's search: tenant, user, three of the profile, the terms, then the question's model and vector. */
const namedValues = ({ values: [tenant, user, , , , , model, vector] }: SentStatement) => ({
  tenant,
  user,
  model,
  vector,
});

const send = async ({ bare }: BenchStand, text: string, values: readonly unknown[], user: string): Promise<void> =>
  void (await bare.query(text, values, { tenant: TENANT, user }));

/** Recall's own search, with the values of earlier requests, under row security, and nothing around it. */
export const bareRecall =
  (stand: BenchStand, statements: readonly SentStatement[]): Request =>
  (session, count) => {
    const { text, values } = at(statements, session * 7 + count);
    return send(stand, text, values, values[1] ?? '');
  };

/** `whose` narrows to a user; $1 is the tenant, $2 the model, $3 the vector. */
const nearest = (whose: string): string => `
  WITH nearest AS (
    SELECT item_id FROM memory.item_vectors WHERE tenant = $1 AND model = $2 ${whose} ORDER BY vector <#> $3::halfvec LIMIT 5)
  SELECT item.id, item.content FROM nearest JOIN memory.memory_items item ON item.tenant = $1 AND item.id = nearest.item_id`;

/** A store of vectors and nothing else: the five nearest of the user's, exact, with their texts. */
export const vectorsOfUser =
  (stand: BenchStand, statements: readonly SentStatement[]): Request =>
  (session, count) => {
    const { tenant, user, model, vector } = namedValues(at(statements, session * 7 + count));
    return send(stand, nearest('AND user_id = $4'), [tenant, model, vector, user], user ?? '');
  };

/** The same where users are no part of the key: the nearest of everybody's, exact. As superuser, since row security would narrow it. */
export const vectorsOfAll =
  ({ admin }: BenchStand, statements: readonly SentStatement[]): Request =>
  async (session, count) => {
    const { tenant, model, vector } = namedValues(at(statements, session * 7 + count));
    await admin.query(nearest(''), [tenant, model, vector]);
  };
