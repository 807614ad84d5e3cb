import { readFileSync, readdirSync } from 'node:fs';
import { PROTOS } from './protos';

/** Every proto as its lines, comments apart. */
const files = readdirSync(PROTOS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.proto'))
  .map((name) => ({ name, lines: readFileSync(`${PROTOS}/${name}`, 'utf8').split('\n') }));

/** One rule a row: a line that has this start has to have this form. After the style guide of protobuf. */
const FORMS: readonly (readonly [what: string, line: RegExp, form: RegExp])[] = [
  ['a message in PascalCase', /^\s*message /, /^\s*message [A-Z][A-Za-z0-9]* \{\}?$/],
  ['a service named by its role', /^\s*service /, /^service [A-Z][A-Za-z0-9]*(?:Service|Provider|Gateway) \{$/],
  [
    'a method with its own request and response',
    /^\s*rpc /,
    /^ {2}rpc ([A-Z][A-Za-z]*)\(\1Request\) returns \(\1Response\);$/,
  ],
  [
    'a field in lower_snake_case',
    /= \d+;$/,
    /^\s+(?:optional |repeated )?(?:map<string, [A-Za-z0-9]+>|google\.protobuf\.Struct|[A-Za-z0-9]+) [a-z][a-z0-9]*(?:_[a-z0-9]+)* = [1-9]\d*;$/,
  ],
];

describe('the protos', () => {
  it('are there', () =>
    expect(files.map(({ name }) => name).sort()).toEqual([
      'plinth/memory/v1/memory.proto',
      'plinth/skills/v1/skill_provider.proto',
      'plinth/skills/v1/skills.proto',
    ]));

  it.each(files)('$name has the syntax and the package of its folder, which ends in a version', ({ name, lines }) => {
    const folder = name.split('/').slice(0, -1).join('.');
    expect(folder).toMatch(/^plinth\.[a-z_.]+\.v[1-9]$/);
    expect(lines.slice(0, 3)).toEqual(['syntax = "proto3";', '', `package ${folder};`]);
  });

  it.each(files)('$name is written in the forms of the style guide', ({ lines }) => {
    const faults = lines.flatMap((line) =>
      FORMS.filter(([, begins, form]) => begins.test(line) && !form.test(line)).map(([what]) => `${line}: not ${what}`),
    );
    expect(faults).toEqual([]);
  });

  it.each(files)('$name gives each number and each name once within a message, without a gap', ({ lines }) => {
    for (const [message, fields] of fieldsByMessage(lines)) {
      const numbers = fields.map(({ number }) => number).sort((a, b) => a - b);
      expect([message, numbers]).toEqual([message, fields.map((_, index) => index + 1)]);
      expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
    }
  });

  it.each(files)('$name says of each method which route it is', ({ lines }) => {
    const unsaid = lines.filter(
      (line, index) =>
        line.startsWith('  rpc ') && !/^ {2}\/\/ (GET|POST|PUT|DELETE) \/[a-z]/.test(lines[index - 1] ?? ''),
    );
    expect(unsaid).toEqual([]);
  });
});

function fieldsByMessage(lines: readonly string[]) {
  const messages = new Map<string, { name: string; number: number }[]>();
  let message = '';
  for (const line of lines) {
    message = /^message (\w+)/.exec(line)?.[1] ?? message;
    const [, name, number] = /(\w+) = (\d+);$/.exec(line) ?? [];
    if (name !== undefined) messages.set(message, [...(messages.get(message) ?? []), { name, number: Number(number) }]);
  }
  return messages;
}
