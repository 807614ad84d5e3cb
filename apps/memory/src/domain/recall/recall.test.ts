import { EMPTY_SESSION } from '../session-state/session-state';
import { recall, type FoundItem, type ProfileFact } from './recall';

const fact = (key: string, value: string): ProfileFact => ({
  id: `fact-${key}`,
  key,
  value,
  sourceType: 'user',
  observedAtMs: 0,
});
const hit = (id: string, score: number, more: Partial<FoundItem> = {}): FoundItem => ({
  id,
  kind: 'episode',
  content: `about ${id}`,
  sourceType: 'tool',
  score,
  ...more,
});
const ask = (key: string, named = true) => ({ act: 'ask' as const, key, named });
const session = (facts: Record<string, string>) => ({ ...EMPTY_SESSION, facts: new Map(Object.entries(facts)) });

describe('recall', () => {
  it('stops at the session, then at the profile, and says “not known” only when the user named the attribute', () => {
    const knowledge = {
      session: session({ 暗号: '蓝鲸-4471' }),
      profile: [fact('暗号', '白鲸'), fact('email', 'a@b.co')],
      found: [hit('x', 3)],
    };
    expect(recall(ask('暗号'), knowledge)).toMatchObject({
      answer: { key: '暗号', value: '蓝鲸-4471', layer: 'session' },
      items: [{ layer: 'session' }],
    });
    expect(recall(ask('email'), knowledge)).toMatchObject({
      answer: { key: 'email', value: 'a@b.co', item_id: 'fact-email', layer: 'profile' },
    });
    expect(recall(ask('birthday'), knowledge).answer).toEqual({ key: 'birthday', layer: 'none' });
    expect(recall(ask('birthday', false), knowledge).answer).toBeUndefined();
  });

  it.each(Object.getOwnPropertyNames(Object.prototype))(
    'M25: knows nothing of an attribute that is called %s',
    (key) => {
      expect(recall(ask(key), { session: session({}), profile: [], found: [] })).toEqual({
        items: [],
        answer: { key, layer: 'none' },
      });
    },
  );

  it('answers with every value of a key that has several, and with what stands in', () => {
    const knowledge = {
      session: session({ allergy: '芒果', 'allergy/2': '虾' }),
      profile: [fact('preferred_name', 'Ana')],
      found: [],
    };
    expect(recall(ask('allergy'), knowledge).answer).toMatchObject({ value: '芒果、虾' });
    expect(recall(ask('name'), knowledge).answer).toMatchObject({ key: 'preferred_name', value: 'Ana' });
  });

  it('injects nothing rather than padding: hits far below the best one are dropped, five at most', () => {
    const found = [hit('a', 8), hit('b', 5), hit('c', 1), hit('d', 0)];
    expect(recall(undefined, { session: EMPTY_SESSION, profile: [], found }).items.map(({ id }) => id)).toEqual([
      'a',
      'b',
    ]);
    const many = Array.from({ length: 9 }, (_, i) => hit(`h${i}`, 9 - i / 10));
    expect(recall(undefined, { session: EMPTY_SESSION, profile: [], found: many }).items).toHaveLength(5);
  });

  it('M17: shows a found profile fact with its current value', () => {
    const knowledge = {
      session: EMPTY_SESSION,
      profile: [fact('email', 'new@b.co')],
      found: [hit('fact-email', 2, { kind: 'fact', key: 'email', content: 'the user: email: old@b.co' })],
    };
    expect(recall(undefined, knowledge).items).toMatchObject([{ content: 'new@b.co', layer: 'profile' }]);
  });
});
