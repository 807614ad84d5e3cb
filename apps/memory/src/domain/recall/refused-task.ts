import { refuse, type Refusal } from '@plinth/kernel';
import type { RecallPolicy } from './recall-policy';

/** Where a policy names its tasks, and has no row for all others, another name can only be a mistake; elsewhere a task is a free label. */
export function refusedTask(task: string | undefined, { tasks }: Pick<RecallPolicy, 'tasks'>): Refusal | undefined {
  const names = Object.keys(tasks);
  if (task === undefined || names.length === 0 || names.includes(task) || names.includes('default')) return undefined;
  return refuse('invalid', 'invalid_request', `\`task\` must be one of ${names.join(', ')}.`, {
    field: 'task',
    rule: 'one_of',
  });
}
