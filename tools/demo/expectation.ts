import type { TurnView } from '@plinth/testing';

/** What a turn of the demonstration must have done. */
export interface Expectation {
  readonly says?: readonly string[];
  readonly neverSays?: readonly string[];
  /** Skills that succeeded, in order; none unless given. */
  readonly skills?: readonly string[];
  readonly reflection?: 'corrected' | 'passed';
}

/** What is wrong with a turn; empty when it completed and did what was expected. */
export function faultsOf(turn: TurnView, expected: Expectation): readonly string[] {
  if (turn.status !== 'completed') return [`the turn is ${turn.status}, not completed`];
  const { text } = turn.reply;
  const { says = [], neverSays = [], skills = [], reflection } = expected;
  const called = turn.steps.filter(({ name, status }) => name === 'skill.invoke' && status === 'succeeded');
  const calledNames = called.map(({ skill }) => skill ?? '?').join(', ');
  return [
    ...says.filter((words) => !text.includes(words)).map((words) => `the reply lacks “${words}”`),
    ...neverSays.filter((words) => text.includes(words)).map((words) => `the reply says “${words}”`),
    ...(calledNames === skills.join(', ')
      ? []
      : [`skills that succeeded: ${calledNames || 'none'}; expected: ${skills.join(', ') || 'none'}`]),
    ...(reflection === undefined || turn.reflection?.outcome === reflection
      ? []
      : [`reflection: ${turn.reflection?.outcome ?? 'none'}; expected: ${reflection}`]),
  ];
}
