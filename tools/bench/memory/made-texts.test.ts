import { madeMemory, madeQuestion } from './made-texts';

it('makes as many different memories of a user as asked for, the same each time, 50 to 250 characters long', () => {
  const texts = Array.from({ length: 500 }, (_, n) => madeMemory(3, n));
  expect(new Set(texts).size).toBe(500);
  expect(madeMemory(3, 42)).toBe(texts[42]);
  for (const { length } of texts) expect(length > 40 && length < 250).toBe(true);
});

it('asks in Chinese and in English', () => {
  expect(madeQuestion(0)).toMatch(/\p{Script=Han}/u);
  expect(madeQuestion(1)).toMatch(/^What did /);
});
