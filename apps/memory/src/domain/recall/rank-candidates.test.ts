import fc from 'fast-check';
import { askedPeriods } from './asked-periods';
import type { Arm, Candidate } from './candidate';
import { readQuestion } from './question';
import { putsQuestion } from './puts-question';
import { rankCandidates, type Ranking } from './rank-candidates';
import { DEFAULT_RECALL_POLICY, recallPolicySchema } from './recall-policy';
import { recencyOf } from './similarity';
import { candidate, DAY, ids, NOW, rank, reasons } from './ranked.stage';

describe('rankCandidates', () => {
  it('M6: keeps what one arm alone has found, and says which', () => {
    const arms: readonly Arm[] = ['keyword', 'vector', 'time', 'answer'];
    const texts = { keyword: '望远镜在阁楼', vector: '别的话', time: '去了海边', answer: '是的' };
    for (const arm of arms) {
      const hit = candidate(arm, texts[arm as keyof typeof texts], {
        arms: { [arm]: { rank: 3, score: 0.6 } },
        ...(arm === 'vector' ? { cosine: 0.6 } : {}),
        ...(arm === 'answer' ? { before: '嗯\n你的望远镜在哪里？' } : {}),
      });
      const [ranked] = rank('我的望远镜在哪里', [hit], { model: 'plinth-local-1' });
      expect([arm, ranked?.kept, ranked?.reason]).toEqual([arm, true, expect.stringContaining(`${arm} #3`)]);
    }
  });

  it('M16, M24, M25: what a tool or a document has said is told to who asks for it, and enters no turn; what was inferred is neither', () => {
    const said = (sourceType: Candidate['sourceType']) =>
      candidate(sourceType, '订单A100已由顺丰于11月20日送达', { sourceType, confidence: 0.3, reference: true });
    const from = (more: Partial<Ranking>) =>
      (['tool', 'document', 'inference'] as const).map(
        (source) => rank('订单A100什么时候送达', [said(source)], more)[0]?.kept,
      );
    expect(from({ quotes: true })).toEqual([true, true, false]);
    expect(from({})).toEqual([false, false, false]);
    expect(from({ quotes: true, unasked: true })).toEqual([false, false, false]);
  });

  it.each([
    ['订单A100什么时候送达', true],
    ['送到了吗', true],
    ['When was order A100 delivered', true],
    ['黑金会员', false],
    ['gold tier', false],
  ])('M25: quotes answer a question, not a look-up of a value: %s', (text, asks) =>
    expect(putsQuestion(text)).toBe(asks),
  );

  it('M8: injects nothing rather than padding: what is about something else is dropped with its reason', () => {
    const ranked = rank('我的望远镜在哪里', [candidate('a', '望远镜在阁楼里'), candidate('b', '在路上吃了一碗面')]);
    expect(ids(ranked)).toEqual(['a']);
    expect(reasons(ranked)['b']).toBe('below_floor');
    expect(ids(rank('今年的股市行情', [candidate('b', '在路上吃了一碗面')]))).toEqual([]);
  });

  it('M8: asks more of preferences and task states than of the rest', () => {
    const policy = recallPolicySchema.parse({
      models: { m: { unrelated: 0, same: 1 } },
      floors: { preference: 0.7, state: 0.7, semantic: 0.62 },
    });
    const kept = (kind: Candidate['kind'], cosine: number) =>
      rank('x', [candidate('a', 'y', { kind, cosine })], { policy, model: 'm' })[0]?.kept;
    expect([kept('preference', 0.69), kept('preference', 0.7), kept('state', 0.69)]).toEqual([false, true, false]);
    expect([kept('fact', 0.61), kept('fact', 0.62), kept('episode', 0.65)]).toEqual([false, true, true]);
  });

  it('M8: a task admits its own sources and weighs its own kinds', () => {
    const policy = recallPolicySchema.parse({
      tasks: { refund: { kinds: { preference: 0, episode: 2 }, sources: ['user', 'system'] } },
    });
    const candidates = [
      candidate('liked', '退款到支付宝', { kind: 'preference' }),
      candidate('read', '退款说明', { sourceType: 'document' }),
      candidate('told', '退款已经申请'),
      candidate('happened', '退款已经申请', { kind: 'episode', atMs: NOW - 9 * DAY }),
    ];
    const ranked = rank('退款', candidates, { policy, task: 'refund' });
    expect(ids(ranked)[0]).toBe('happened');
    expect(reasons(ranked)).toMatchObject({ liked: 'kind_not_asked_for', read: 'source_not_allowed' });
    expect(ids(rank('退款', candidates, { policy }))).toContain('liked');
  });

  it('M24, M16: leaves out what is hardly credible, and gives unasked nothing that is only for reference', () => {
    const candidates = [
      candidate('guess', '望远镜坏了', { confidence: 0.1 }),
      candidate('old', '望远镜买于春天', { reference: true }),
    ];
    expect(reasons(rank('望远镜', candidates, { unasked: true }))).toEqual({
      guess: 'low_confidence',
      old: 'reference_only',
    });
    expect(ids(rank('望远镜', candidates))).toEqual(['old']);
  });

  it('M6: drops near-duplicates before the cut, so that they take nobody’s place', () => {
    const ranked = rank(
      'telescope',
      [
        candidate('a', 'The telescope stands in the attic.'),
        candidate('b', 'the telescope stands in the attic'),
        candidate('c', 'Cleaned the telescope lens with a brush.'),
      ],
      { top: 2 },
    );
    expect(new Set(ids(ranked))).toEqual(new Set([expect.stringMatching(/[ab]/), 'c']));
    expect(Object.values(reasons(ranked)).join()).toContain('near_duplicate of');
  });

  it('M6: finds the answer in what followed the question of the assistant, not in the question', () => {
    const asked = '我想养只宠物\n好主意！你最喜欢什么动物呢？';
    const ranked = rank('我最喜欢什么动物', [
      candidate('asked', asked, { kind: 'episode' }),
      candidate('answered', '水獭，太可爱了\n水獭确实讨人喜欢。', { kind: 'episode', before: asked }),
    ]);
    expect(ids(ranked)[0]).toBe('answered');
  });

  it('M6: looks for an answer among the words of who is asked about', () => {
    const candidates = [
      candidate('mine', '我想推荐你一家书店\n谢谢。', { kind: 'episode' }),
      candidate('yours', '有什么地方好逛\n我推荐城南的一家书店。', { kind: 'episode' }),
    ];
    expect(ids(rank('你给我推荐过哪家书店', candidates))[0]).toBe('yours');
    expect(ids(rank('我给你推荐过哪家书店', candidates))[0]).toBe('mine');
  });

  it('M10: recency orders what is equally relevant, by either form', () => {
    const same = [
      candidate('old', '望远镜在阁楼', { atMs: NOW - 90 * DAY }),
      candidate('new', '望远镜在书房', { atMs: NOW }),
    ];
    expect(ids(rank('望远镜', same))[0]).toBe('new');
    expect(recencyOf(NOW - 3 * DAY, NOW, { form: 'inverse', rate: 0.05 })).toBeCloseTo(0.25);
    expect(recencyOf(NOW - 20 * DAY, NOW, { form: 'exponential', rate: 0.05 })).toBeCloseTo(Math.exp(-1));
    expect(recencyOf(NOW + DAY, NOW, { form: 'inverse', rate: 0.05 })).toBe(1);
  });

  it('M10: no recency, importance or confidence sets an item before one that is more relevant by more than the boost', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const quality = fc.record({
      importance: share,
      confidence: fc.double({ min: 0.4, max: 1, noNaN: true }),
      days: fc.nat(5_000),
    });
    fc.assert(
      fc.property(share, share, quality, quality, (cosineA, cosineB, a, b) => {
        const policy = recallPolicySchema.parse({
          models: { m: { unrelated: 0, same: 1, weight: 1 } },
          floors: { preference: 0, state: 0, semantic: 0 },
          leastOfBest: 0,
        });
        const item = (id: string, cosine: number, { days, ...more }: typeof a) =>
          candidate(id, id.repeat(9), { cosine, ...more, atMs: NOW - days * DAY });
        const ranked = rank('问', [item('a', cosineA, a), item('b', cosineB, b)], { policy, model: 'm' });
        fc.pre(cosineA * (1 - policy.boost) > cosineB);
        expect(ids(ranked)[0]).toBe('a');
      }),
    );
  });

  it('answers the same whatever the order of the candidates', () => {
    const all = ['望远镜在阁楼', '望远镜坏了', '阁楼漏水', '买了望远镜支架', '无关'].map((text, i) =>
      candidate(`c${i}`, text),
    );
    const expected = rank('阁楼里的望远镜', all);
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        expect(rank('阁楼里的望远镜', shuffled)).toEqual(expected);
      }),
    );
  });

  it('M25: a task that is called like a property of every object is no task of the policy', () => {
    expect(ids(rank('望远镜', [candidate('a', '望远镜在阁楼')], { task: '__proto__' }))).toEqual(['a']);
    expect(ids(rank('望远镜', [candidate('a', '望远镜在阁楼')], { task: 'constructor', model: 'toString' }))).toEqual([
      'a',
    ]);
  });
});

describe('rankCandidates on a question that names a time', () => {
  const on = (text: string) =>
    rankCandidates(
      readQuestion(text, askedPeriods(text, { nowMs: NOW, timeZone: 'UTC' })),
      [
        candidate('swam', '去了泳池\n真凉快！', { kind: 'episode', arms: { time: { rank: 1, score: 0 } } }),
        candidate('talked', '聊了聊望远镜\n好的。', { kind: 'episode', arms: { keyword: { rank: 1, score: 9 } } }),
      ],
      { policy: DEFAULT_RECALL_POLICY, nowMs: NOW, top: 5 },
    );

  it('M6, M11: what happened on a named day goes before what shares more words, and is kept whatever its words', () => {
    expect(ids(on('1月3日我用望远镜看了什么'))[0]).toBe('swam');
    expect(ids(on('1月3日我做了什么'))).toContain('swam');
  });

  it('M6, M11: a long period says less than the words beside it', () => {
    expect(ids(on('去年我用望远镜看了什么'))[0]).toBe('talked');
  });
});
