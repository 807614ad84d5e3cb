import { normal, uniform } from '../../inspection/plant/recording';
import { estimateAbility, informationOf, successOf } from './estimate-ability';
import { traceKnowledge } from './trace-knowledge';

const COURSE = { known: 0.3, learns: 0.12, slips: 0.08, guesses: 0.2 };

describe('traceKnowledge', () => {
  it('follows the formula of the paper', () => {
    // P(known | right) = .3 × .92 / (.3 × .92 + .7 × .2); then learned with .12.
    const after = 0.276 / 0.416;
    expect(traceKnowledge(COURSE, [true])).toBeCloseTo(after + (1 - after) * 0.12, 12);
    expect(traceKnowledge(COURSE, [])).toBe(0.3);
    expect(traceKnowledge(COURSE, [false])).toBeLessThan(0.3);
  });

  it('tells learners who know from those who do not after five answers, in nine pairs of ten', () => {
    const learners = Array.from({ length: 200 }, (_, index) => {
      let known = uniform(`${index}/known`) < COURSE.known;
      const answers = Array.from({ length: 5 }, (_unused, attempt) => {
        const right = uniform(`${index}/${attempt}`) < (known ? 1 - COURSE.slips : COURSE.guesses);
        known ||= uniform(`${index}/${attempt}/learns`) < COURSE.learns;
        return right;
      });
      return { known, mastery: traceKnowledge(COURSE, answers) };
    });
    const pairs = learners.flatMap((one) =>
      one.known ? learners.filter(({ known }) => !known).map((other) => [one, other] as const) : [],
    );
    const right = pairs.filter(([knows, not]) => knows.mastery > not.mastery).length;
    expect(right / pairs.length).toBeGreaterThan(0.9);
  });
});

describe('estimateAbility', () => {
  const item = (difficulty: number) => ({ difficulty, discrimination: 1.2 });

  it('is the mean of what was thought before, without an answer, and moves with each', () => {
    expect(estimateAbility([])).toBeCloseTo(0, 9);
    expect(estimateAbility([{ ...item(0), correct: true }])).toBeGreaterThan(0.3);
    expect(estimateAbility([{ ...item(2), correct: true }])).toBeGreaterThan(
      estimateAbility([{ ...item(-2), correct: true }]),
    );
  });

  it('recovers the ability of simulated learners from thirty answers with an error below half a standard deviation', () => {
    const errors = Array.from({ length: 100 }, (_, learner) => {
      const ability = normal(`${learner}/ability`);
      const answers = Array.from({ length: 30 }, (_unused, index) => {
        const asked = item(((index % 15) - 7) / 3.5);
        return { ...asked, correct: uniform(`${learner}/${index}`) < successOf(ability, asked) };
      });
      return (estimateAbility(answers) - ability) ** 2;
    });
    expect(Math.sqrt(errors.reduce((sum, one) => sum + one, 0) / errors.length)).toBeLessThan(0.5);
  });

  it('learns most from what is solved half of the time', () => {
    expect(successOf(0.7, item(0.7))).toBe(0.5);
    expect(informationOf(0.7, item(0.7))).toBeGreaterThan(informationOf(0.7, item(1.5)));
  });
});
