import type { Embedder } from '@plinth/embedding';
import { PermanentError, TransientError } from '@plinth/kernel';
import { defaultPlan } from '@plinth/rollout';
import { metricsText, resetMetrics } from '@plinth/telemetry';
import { buildCatalogue, type Catalogue } from '../../domain/catalogue/catalogue';
import { contractWith } from '../../domain/contract/manifest-of.stage';
import { firstRollout } from '../../domain/rollout/rollout';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import { SearchSkills } from './search-skills';
import { SkillVectors } from './skill-vectors';

const skill = (name: string, description: string) =>
  contractWith({ name, description, trigger: 'never said' }).manifest;
const catalogueOf = (revision: number, ...manifests: ReturnType<typeof skill>[]): Catalogue =>
  buildCatalogue(
    revision,
    manifests.map((manifest) => ({ manifest, providerUrl: 'http://a', state: 'complete' as const })),
    manifests.map((manifest) => firstRollout(manifest.name, manifest.version, defaultPlan())),
  );
const BOAT = skill('moor_dinghy', 'Moors a small craft at the quay.');
const RAIN = skill('tell_rain', 'Says how wet tomorrow will be.');

/** Texts about vessels point one way, all others another. */
function staged(first = catalogueOf(1, BOAT, RAIN)) {
  const seen = { current: first, failing: undefined as Error | undefined, refuses: /^$/, passages: [] as string[] };
  const embedder: Embedder = {
    model: 'multilingual-e5-small@2',
    embed: (texts, role) => {
      if (seen.failing) return Promise.reject(seen.failing);
      if (texts.some((text) => seen.refuses.test(text)))
        return Promise.reject(new PermanentError('embeddings_refused', 'no'));
      if (role === 'passage') seen.passages.push(...texts);
      return Promise.resolve(texts.map((text) => (/dinghy|vessel/.test(text) ? [1, 0] : [0, 1])));
    },
  };
  const catalogue: SkillCatalogue = { current: () => seen.current, refresh: () => Promise.resolve() };
  const vectors = new SkillVectors(catalogue, embedder, 1_000);
  const questions = {
    vectorOf: async (text: string) => {
      const [values] = await embedder.embed([text], 'query', 100).catch(() => []);
      return values && { model: embedder.model, values };
    },
  };
  const search = new SearchSkills(catalogue, { questions, vectors });
  const found = async () => (await search.search('tie up my vessel', 2)).skills.map(({ name }) => name);
  return { seen, vectors, found };
}

describe('the choice of skills by meaning', () => {
  beforeEach(() => resetMetrics());

  it('S11: finds a skill that shares no word with the question, once its vector is made', async () => {
    const { vectors, found } = staged();
    expect(await found()).toEqual([]);
    await vectors.fill();
    expect(await found()).toEqual(['moor_dinghy']);
  });

  it('S11: asks once about a text: not again for another revision, only for what it says newly', async () => {
    const { seen, vectors } = staged();
    await vectors.fill();
    seen.current = catalogueOf(2, BOAT, skill('tell_rain', 'Says how dry tomorrow will be.'));
    await vectors.fill();
    expect(seen.passages).toEqual([
      'moor dinghy: Moors a small craft at the quay. never said',
      'tell rain: Says how wet tomorrow will be. never said',
      'tell rain: Says how dry tomorrow will be. never said',
    ]);
    expect([...vectors.byName().keys()]).toEqual(['moor_dinghy', 'tell_rain']);
  });

  it('S11: with the model away answers by words alone, counts it, and makes the vectors when it is back', async () => {
    const { seen, vectors, found } = staged();
    seen.failing = new TransientError('embeddings_unavailable', 'away');
    await expect(vectors.fill()).rejects.toThrow('away');
    expect(await found()).toEqual([]);
    const text = await metricsText();
    expect(text).toContain('plinth_skill_embeddings_total{purpose="question",outcome="unavailable"} 32');
    expect(text).toContain('plinth_skill_embeddings_waiting 2');
    seen.failing = undefined;
    await vectors.fill();
    expect(await found()).toEqual(['moor_dinghy']);
    expect(await metricsText()).toContain('plinth_skill_embeddings_waiting 0');
  });

  it('a text that the model refuses keeps no other skill from its vector, and is not sent again', async () => {
    const { seen, vectors } = staged();
    seen.refuses = /tell rain/;
    await vectors.fill();
    await vectors.fill();
    expect([...vectors.byName().keys()]).toEqual(['moor_dinghy']);
    expect(await metricsText()).toContain('plinth_skill_embeddings_total{purpose="skill",outcome="refused"} 3');
  });
});
