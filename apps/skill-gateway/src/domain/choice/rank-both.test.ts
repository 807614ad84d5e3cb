import { contractWith } from '../contract/manifest-of.stage';
import { CHOICE_MODELS, meanVector, modelOfChoice, similarities } from './meaning';
import { rankBoth } from './rank-both';
import { skillWords } from './skill-words';

const [a, b, c] = ['a_skill', 'b_skill', 'c_skill'].map((name) => skillWords(contractWith({ name }).manifest));
if (!a || !b || !c) throw new Error('three skills');
const byWords = [
  { skill: b, score: 1 },
  { skill: a, score: 0.5 },
];
const ranked = (near: Record<string, number>, weight = 1) =>
  rankBoth(byWords, [a, b, c], new Map(Object.entries(near)), weight).map(({ name }) => name);

describe('words and meaning together', () => {
  it('S11: without a vector keep the order of the words', () => {
    expect(ranked({})).toEqual(['b_skill', 'a_skill']);
    expect(ranked({ c_skill: 1 }, 0)).toEqual(['b_skill', 'a_skill']);
  });

  it('S11: add up, and bring in what no word speaks for', () => {
    expect(ranked({ a_skill: 0.8, c_skill: 0.1 })).toEqual(['a_skill', 'b_skill', 'c_skill']);
    expect(ranked({ c_skill: 1 }, 2)).toEqual(['c_skill', 'b_skill', 'a_skill']);
  });

  it('S11: takes a skill that is near every question for near to none', () => {
    const skills = new Map([['a_skill', [0.6, 0.8]]]);
    const near = (usual: number[]) =>
      similarities({ question: { model: 'multilingual-e5-small@2', values: [0, 1] }, usual, skills }).get('a_skill');
    expect(near([0, 0])).toBe(1);
    expect(near([0, 1])).toBe(0);
    expect(
      meanVector([
        [0, 1],
        [1, 0],
      ]),
    ).toEqual([0.5, 0.5]);
  });

  it('S11: reads cosines on the scale of their model, and not at all without one', () => {
    const skills = new Map([['a_skill', [1, 0]]]);
    const near = (model: string, values: number[]) =>
      similarities({ question: { model, values }, usual: [0, 1], skills });
    expect(near('multilingual-e5-small@2', [1, 0]).get('a_skill')).toBe(1);
    expect(near('multilingual-e5-small@2', [0, 1]).get('a_skill')).toBe(0);
    expect(near('nobody-knows@2', [1, 0]).size).toBe(0);
    expect(modelOfChoice('multilingual-e5-small@384')).toBe(CHOICE_MODELS['multilingual-e5-small']);
  });
});
