import fc from 'fast-check';
import { cosine, embed, LOCAL_DIMENSIONS } from './embed';

const similarity = (a: string, b: string): number => cosine(embed(a), embed(b));

describe('the local embedder', () => {
  it('M6: finds what shares no word: by concepts, within a language and across both', () => {
    expect(similarity('我喜欢哪些菜系', '粤菜最合我的胃口')).toBeGreaterThan(
      similarity('我喜欢哪些菜系', '明天要开项目会议'),
    );
    expect(similarity('which films did I see', 'went to the cinema for a comedy')).toBeGreaterThan(
      similarity('which films did I see', 'the doctor changed my prescription'),
    );
    expect(similarity('我看过什么电影', 'we watched a movie at the cinema')).toBeGreaterThan(
      similarity('我看过什么电影', 'my salary is paid on Fridays'),
    );
  });

  it('M6: makes vectors of one length, the same for the same text, and none of a text without a term', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const vector = embed(text);
        const length = Math.sqrt(cosine(vector, vector));
        expect(vector).toHaveLength(LOCAL_DIMENSIONS);
        expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true);
        expect([...embed(text)]).toEqual([...vector]);
      }),
    );
    expect(embed('……！？ 。').every((value) => value === 0)).toBe(true);
  });
});
