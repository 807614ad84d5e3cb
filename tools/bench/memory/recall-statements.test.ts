import { parseLog } from './recall-statements';

const at = (pid: number) => `2026-11-30 17:09:08.123 UTC [${pid}] `;

it('reads a statement of several lines and its values, among what other connections log meanwhile', () => {
  const log = [
    `${at(7)}LOG:  statement: BEGIN; SET LOCAL plinth.tenant = 'default';`,
    `${at(7)}LOG:  execute plinth_1: WITH question AS (\n\t  SELECT $1)\n\tSELECT 1`,
    `${at(8)}LOG:  statement: COMMIT`,
    `${at(7)}DETAIL:  Parameters: $1 = 'it''s, $2 = ''x''', $2 = NULL, $3 = '{"a b"}'`,
    '',
  ].join('\n');
  expect(parseLog(log)).toEqual([
    { text: 'WITH question AS (\n   SELECT $1)\n SELECT 1', values: ["it's, $2 = 'x'", null, '{"a b"}'] },
  ]);
});

it('gives no values of one connection to the statement of another', () => {
  const log = `${at(7)}LOG:  execute a: SELECT $1\n${at(8)}DETAIL:  Parameters: $1 = 'theirs'\n`;
  expect(parseLog(log)).toEqual([]);
});
