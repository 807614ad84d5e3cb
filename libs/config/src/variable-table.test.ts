import { env } from './define-config';
import { optional } from './env-parser';
import { envDurationMs, envText } from './env-parsers';
import { variableTable } from './variable-table';

const port = env('X_PORT', envText(optional), 'Where.');

describe('variableTable', () => {
  it('has a row for each variable, by name, with who reads it and its default as one would write it', () => {
    const wait = env('A_WAIT', envDurationMs(20_000), 'How long.');
    const rows = variableTable({ one: { port }, two: { port, wait } }).split('\n').slice(2, -1);
    expect(rows).toEqual([
      '| `A_WAIT` | two | `20s` | How long. | a duration such as 500ms or 20s, of at least 0 |',
      '| `X_PORT` | all |  | Where. | a text of one line |',
    ]);
  });

  it('refuses two definitions of one name, of which one would be told and the other be read', () => {
    const again = env('X_PORT', envText(optional), 'Elsewhere.');
    expect(() => variableTable({ one: { port }, two: { again } })).toThrow('X_PORT is defined twice');
  });
});
