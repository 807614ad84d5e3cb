import { recallPolicySchema } from './recall-policy';
import { refusedTask } from './refused-task';

const naming = (...names: string[]) =>
  recallPolicySchema.parse({ tasks: Object.fromEntries(names.map((name) => [name, {}])) });

describe('the task of a recall', () => {
  it('is refused by name where the policy has named others and has no row for the rest', () => {
    expect(refusedTask('nosuchtask', naming('refund', 'advice'))).toMatchObject({
      kind: 'invalid',
      error: { field: 'task', rule: 'one_of', message: expect.stringContaining('refund, advice') as string },
    });
    expect(refusedTask('constructor', naming('refund'))).toBeDefined();
  });

  it.each([
    ['the policy names it', 'refund', naming('refund')],
    ['the policy has a row for all others', 'nosuchtask', naming('refund', 'default')],
    ['the policy names none', 'nosuchtask', naming()],
    ['there is none', undefined, naming('refund')],
  ])('is taken where %s', (_why, task, policy) => {
    expect(refusedTask(task, policy)).toBeUndefined();
  });
});
