import { memoryAssembled, type MemoryItem } from '@plinth/contracts';
import { masksPolicySchema } from '../../domain/items/masks-policy';
import type { Candidate } from '../../domain/recall/candidate';
import { readQuestion } from '../../domain/recall/question';
import { rankCandidates } from '../../domain/recall/rank-candidates';
import { DEFAULT_RECALL_POLICY } from '../../domain/recall/recall-policy';
import { memoryPreview } from './memory-preview';

const candidate = (id: string, content: string, over: Partial<Candidate> = {}): Candidate => ({
  ...{ id, kind: 'episode', content, sourceType: 'user', confidence: 0.9, importance: 0.5, atMs: 0 },
  arms: { keyword: { rank: 1, score: 1 } },
  ...over,
});
const FOUND = [
  candidate('kept', '咖啡机的电话是13812345678'),
  candidate('inferred', '咖啡机也许要换', { confidence: 0.3 }),
  ...Array.from({ length: 20 }, (_, i) => candidate(`far${i}`, `第${i}次散步 ${'😀'.repeat(200)}`)),
];
const ranked = rankCandidates(readQuestion('咖啡机'), FOUND, { policy: DEFAULT_RECALL_POLICY, nowMs: 1, top: 5 });
const told = (id: string, layer: MemoryItem['layer'], content: string, key?: string): MemoryItem => ({
  ...{ id, kind: 'fact', layer, content, source_type: 'user', score: 1 },
  ...(key === undefined ? {} : { key }),
});
const preview = (items: readonly MemoryItem[]) =>
  memoryPreview({
    ...{ recalled: { answeredBy: 'semantic', ranked }, items, knew: { found: FOUND.length }, tookMs: 12.3456 },
    masks: masksPolicySchema.parse({}),
  });

describe('the preview of memory', () => {
  const {
    items,
    left_off: leftOff,
    took_ms: tookMs,
  } = preview([told('kept', 'semantic', '咖啡机的电话是13812345678')]);

  it('M28: tells of each item what found it, its score, and why it was kept or dropped', () => {
    expect(items[0]).toMatchObject({ id: 'kept', kept: true, arms: ['keyword'], reason: 'keyword #1' });
    expect(items.find(({ id }) => id === 'inferred')).toMatchObject({ kept: false, reason: 'low_confidence' });
    expect(tookMs).toBe(12.35);
  });

  it('M28: has a text for its user and one for everybody else, and what nobody reads in neither', () => {
    expect(items[0]).toMatchObject({ content: '咖啡机的电话是13812345678', masked: '咖啡机的电话是138****5678' });
    const [email, salary] = preview([
      told('e', 'profile', 'ana@example.com', 'email'),
      told('s', 'profile', '30000', 'salary'),
    ]).items;
    expect(email).toMatchObject({
      content: 'ana@example.com',
      masked: 'a***@example.com',
      reason: 'the profile knows it',
    });
    expect(salary).toMatchObject({ content: '***' });
    expect(salary?.masked).toBeUndefined();
  });

  it('M28: stays small however much was found, says what it leaves off, and is what the contract says', () => {
    expect([items.length, (leftOff ?? 0) + items.length]).toEqual([9, FOUND.length]);
    const many = Array.from({ length: 50 }, (_, i) => told(`t${i}`, 'profile', '😀'.repeat(500)));
    const large = preview(many);
    expect(Buffer.byteLength(JSON.stringify(large))).toBeLessThan(16_000);
    const assembled = { user_id: 'u', anchors: [], changes: [], items: [], preview: large };
    const session = { facts: {}, constraints: {}, state: {} };
    expect(memoryAssembled.schema.safeParse({ ...assembled, session }).error).toBeUndefined();
  });
});
