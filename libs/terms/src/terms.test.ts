import { termPrior } from './term-prior';
import { itemVector, queryVector, termDimension, TERM_DIMENSIONS } from './bm25';
import { termCounts } from './tokenise';

const score = (query: string, item: string): number => {
  const weights = new Map(itemVector(termCounts(item)));
  return queryVector(termCounts(query)).reduce(
    (sum, [dimension, weight]) => sum + weight * (weights.get(dimension) ?? 0),
    0,
  );
};

describe('termCounts', () => {
  it('gives characters, pairs and dictionary words of Chinese, and stemmed words and whole codes of the rest', () => {
    const terms = [...termCounts('退款去了支付宝，Refunds for ORD-1001').keys()];
    expect(terms).toEqual(expect.arrayContaining(['退', '退款', '支付宝', 'refund', 'ord-1001', '1001']));
    expect(terms).not.toEqual(expect.arrayContaining(['了']));
    expect(terms).not.toContain('for');
  });
});

describe('BM25 as a sparse dot product', () => {
  it('finds a Chinese and an English item by what they are about, and nothing by function words alone', () => {
    expect(score('我的收货地址在哪', '用户的收货地址：望京街8号')).toBeGreaterThan(
      score('我的收货地址在哪', '用户的邮箱：ana@example.com'),
    );
    expect(score('refund of my order', 'Refunded order A1001')).toBeGreaterThan(0);
    expect(score('我的是什么', '用户的邮箱：ana@example.com')).toBe(0);
    expect(score('what is the', 'the order is late')).toBe(0);
  });

  it('saturates repetition and discounts length', () => {
    expect(score('refund', 'refund refund refund')).toBeLessThan(3 * score('refund', 'refund'));
    expect(score('refund', 'refund')).toBeGreaterThan(score('refund', `refund ${'other words here '.repeat(20)}`));
  });

  it('keeps dimensions within what the store takes, ascending and without repeats', () => {
    const dimensions = itemVector(termCounts('退款政策说明 refund policy 2024 '.repeat(3))).map(
      ([dimension]) => dimension,
    );
    expect(dimensions).toEqual([...new Set(dimensions)].sort((a, b) => a - b));
    expect(dimensions.every((dimension) => dimension >= 1 && dimension <= TERM_DIMENSIONS)).toBe(true);
    expect(termDimension('退款')).toBe(termDimension('退款'));
  });
});

describe('termPrior', () => {
  it('M6: says more for a rare word than for a common one, in both languages, whatever anybody has stored', () => {
    expect(termPrior('退款')).toBeGreaterThan(termPrior('我们'));
    expect(termPrior('龘')).toBeGreaterThan(termPrior('人'));
    expect(termPrior('refund')).toBeGreaterThan(termPrior('like'));
    expect(termPrior('walnut')).toBeGreaterThan(termPrior('movi'));
  });

  it('M6: weighs codes, numbers, names and hostile terms within bounds', () => {
    for (const term of ['ord-1001', '1001', '张伟', '张', 'é', '😀', '', '中'.repeat(5_000), 'x'.repeat(5_000)])
      expect([term.slice(0, 9), termPrior(term) >= 0.3 && termPrior(term) <= 7]).toEqual([term.slice(0, 9), true]);
  });
});
