import { FixedClock, tenantId, userId } from '@plinth/kernel';
import { metricsText, resetMetrics } from '@plinth/telemetry';
import type { Candidate } from '../../domain/recall/candidate';
import { FixedPolicies } from '../../ports/fixed-policies.stage';
import type { SessionBook } from '../../ports/session-book';
import { RecallMemory } from './recall-memory';

const NOW = Date.UTC(2026, 0, 15);
/** Cosines of the local model: 0.1 is no relation, 0.5 the same. */
const alike = (similarity: number, i: number): Candidate => ({
  id: `c${i}`,
  kind: 'episode',
  content: String.fromCharCode(97 + i).repeat(9),
  sourceType: 'user',
  confidence: 0.9,
  importance: 0.5,
  atMs: NOW,
  arms: { vector: { rank: i + 1, score: 1 } },
  cosine: 0.1 + 0.4 * similarity,
});

describe('the alarm of similarity', () => {
  it.each([
    [[0.64], 'yes'],
    [[0.66], 'no'],
    [[0.63, 0.66], 'yes'],
    [[0.63, 0.69], 'no'],
    [[0.9, 0.9, 0.9, 0.9, 0.9, 0.63, 0.63, 0.63, 0.63, 0.63], 'no'],
  ])('M8: for the five best of %j, of a mean below 0.65 or not: %s', async (similarities, alarm) => {
    const nobody = { facts: [], contacts: [] };
    const search = {
      profileOf: () => Promise.resolve(nobody),
      search: () => Promise.resolve({ ...nobody, found: similarities.map(alike) }),
    };
    const recall = new RecallMemory(search, {} as SessionBook, new FixedPolicies(), new FixedClock(NOW), () => 0);
    resetMetrics();
    const recalled = await recall.recall({
      tenant: tenantId('t'),
      userId: userId('u'),
      query: '海边旅行的事',
      topK: 10,
    });
    expect('items' in recalled && recalled.items).toHaveLength(similarities.length);
    expect(await metricsText()).toContain(`plinth_memory_similarity_ratio_count{alarm="${alarm}"} 1`);
  });
});
