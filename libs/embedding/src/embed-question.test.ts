import { PermanentError, TransientError } from '@plinth/kernel';
import type { Embedder } from './embedder';
import { EmbedQuestion } from './embed-question';

describe('the vector of a question', () => {
  const asked = (answer: () => Promise<number[][]>) => {
    const seen = { calls: 0, reported: 0, nowMs: 0, answer, counted: [] as string[] };
    const embedder: Embedder = {
      model: 'm@2',
      embed: () => {
        seen.calls++;
        return seen.answer();
      },
    };
    const questions = new EmbedQuestion(
      embedder,
      150,
      () => seen.nowMs,
      () => void seen.reported++,
      (outcome) => void seen.counted.push(outcome),
    );
    return { seen, questions };
  };
  const away = () => Promise.reject(new TransientError('embeddings_timeout', 'slow'));
  const there = () => Promise.resolve([[1, 0]]);

  it('bears the name of its model', async () => {
    expect(await asked(there).questions.vectorOf('hi')).toEqual({ model: 'm@2', values: [1, 0] });
  });

  it('is absent when the model fails, and after three failures nobody waits for it until its rest is over; then one question tries', async () => {
    const { seen, questions } = asked(away);
    for (let i = 0; i < 5; i++) expect(await questions.vectorOf('hi')).toBeUndefined();
    expect([seen.calls, seen.reported]).toEqual([3, 1]);
    expect(seen.counted).toEqual(['timeout', 'timeout', 'timeout', 'skipped', 'skipped']);

    seen.nowMs = 5_000;
    const answers: (() => void)[] = [];
    seen.answer = () => new Promise((resolve) => answers.push(() => resolve([[0, 1]])));
    const trial = questions.vectorOf('one');
    expect(await questions.vectorOf('another')).toBeUndefined();
    answers[0]?.();
    expect(await trial).toEqual({ model: 'm@2', values: [0, 1] });
    seen.answer = there;
    expect(await questions.vectorOf('third')).toEqual({ model: 'm@2', values: [1, 0] });
  });

  it('is absent for an answer that cannot be used; a bug is not hidden', async () => {
    const garbled = asked(() => Promise.reject(new PermanentError('embeddings_garbled', 'x')));
    expect(await garbled.questions.vectorOf('hi')).toBeUndefined();
    const broken = asked(() => Promise.reject(new TypeError('x')));
    await expect(broken.questions.vectorOf('hi')).rejects.toThrow(TypeError);
  });
});
