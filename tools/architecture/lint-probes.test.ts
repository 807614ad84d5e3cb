import { join } from 'node:path';
import { PlantedTree, REPOSITORY } from './planted-tree';

interface LintResult {
  filePath: string;
  messages: { ruleId: string | null; message: string }[];
}

/** A file to plant and the rules that must fire on it: exactly these. */
interface Probe {
  claim: string;
  file: string;
  code: string;
  rules: string[];
}

const DOMAIN = 'apps/memory/src/domain';
const LIBRARY = 'libs/kernel/src';
const promise = 'declare function save(): Promise<void>;\n';
const marker = 'export {};\n';

const probes: Probe[] = [
  { claim: 'a camel-case file name', file: `${LIBRARY}/badName.ts`, code: marker, rules: ['plinth/file-name'] },
  { claim: 'a .service file', file: `${LIBRARY}/memory.service.ts`, code: marker, rules: ['plinth/file-name'] },
  { claim: 'a utils file', file: `${LIBRARY}/utils.ts`, code: marker, rules: ['plinth/file-name'] },
  { claim: 'a file of test helpers', file: `${LIBRARY}/test-helpers.ts`, code: marker, rules: ['plinth/file-name'] },
  { claim: 'a common folder', file: `${LIBRARY}/common/shape.ts`, code: marker, rules: ['plinth/file-name'] },
  { claim: 'a file about something named service', file: `${LIBRARY}/service-name.ts`, code: marker, rules: [] },
  { claim: 'dotted test names', file: `${LIBRARY}/shape-store.int.test.ts`, code: marker, rules: [] },
  {
    claim: 'a source file outside of the rooms',
    file: 'apps/memory/src/entities/item.ts',
    code: marker,
    rules: ['plinth/room'],
  },
  {
    claim: 'a use case without a folder of its own',
    file: 'apps/memory/src/features/recall.ts',
    code: marker,
    rules: ['plinth/room'],
  },
  {
    claim: 'a use case in its folder',
    file: 'apps/memory/src/features/recall-items/recall.ts',
    code: marker,
    rules: [],
  },

  {
    claim: 'Date in a domain',
    file: `${DOMAIN}/date.ts`,
    code: 'export const now = () => Date.now();\nexport const then = () => new Date(0);\n',
    rules: ['no-restricted-globals', 'no-restricted-globals'],
  },
  {
    claim: 'chance in a domain',
    file: `${DOMAIN}/chance.ts`,
    code: 'export const chance = () => Math.random();\n',
    rules: ['no-restricted-properties'],
  },
  {
    claim: 'the environment in a domain',
    file: `${DOMAIN}/environment.ts`,
    code: "export const key = () => process.env['KEY'];\n",
    rules: ['no-restricted-globals'],
  },
  {
    claim: 'a timer in a domain',
    file: `${DOMAIN}/timer.ts`,
    code: 'export const later = (f: () => void) => setTimeout(f, 1);\n',
    rules: ['no-restricted-globals'],
  },
  {
    claim: 'random ids in a domain',
    file: `${DOMAIN}/random.ts`,
    code: "import { randomUUID } from 'node:crypto';\nexport const fresh = () => randomUUID();\n",
    rules: ['no-restricted-imports'],
  },
  {
    claim: 'Nest in a domain',
    file: `${DOMAIN}/nest.ts`,
    code: "export type { Type } from '@nestjs/common';\n",
    rules: ['no-restricted-imports'],
  },
  {
    claim: 'a clock in the rollout engine',
    file: 'libs/rollout/src/clock.ts',
    code: 'export const now = () => Date.now();\n',
    rules: ['no-restricted-globals'],
  },
  {
    claim: 'Date in the test of a domain',
    file: `${DOMAIN}/date.test.ts`,
    code: 'export const now = () => Date.now();\n',
    rules: [],
  },
  {
    claim: 'Date in an adapter',
    file: 'apps/memory/src/adapters/outbound/postgres/date.ts',
    code: 'export const now = () => Date.now();\n',
    rules: [],
  },

  {
    claim: 'any',
    file: `${LIBRARY}/any.ts`,
    code: 'export const broad = (value: any): unknown => value;\n',
    rules: ['@typescript-eslint/no-explicit-any'],
  },
  {
    claim: 'any in a test',
    file: `${LIBRARY}/any.test.ts`,
    code: 'export const broad = (value: any): unknown => value;\n',
    rules: ['@typescript-eslint/no-explicit-any'],
  },
  {
    claim: 'a cast without proof in a domain',
    file: `${DOMAIN}/cast.ts`,
    code: "export const kind = (value: unknown) => value as 'a';\n",
    rules: ['@typescript-eslint/no-unsafe-type-assertion'],
  },
  {
    claim: 'a literal made constant in a domain',
    file: `${DOMAIN}/constant.ts`,
    code: "export const kinds = ['a', 'b'] as const;\n",
    rules: [],
  },
  {
    claim: 'a non-null assertion',
    file: `${LIBRARY}/assert.ts`,
    code: 'export const first = (list: string[]) => list[0]!;\n',
    rules: ['@typescript-eslint/no-non-null-assertion'],
  },
  {
    claim: 'a non-null assertion in a test',
    file: `${LIBRARY}/assert.test.ts`,
    code: 'export const first = (list: string[]) => list[0]!;\n',
    rules: [],
  },
  {
    claim: 'an interface named with I',
    file: `${LIBRARY}/prefix.ts`,
    code: 'export interface IStore {\n  name: string;\n}\n',
    rules: ['@typescript-eslint/naming-convention'],
  },
  {
    claim: 'an interface whose name begins with I',
    file: `${LIBRARY}/item.ts`,
    code: 'export interface Item {\n  name: string;\n}\n',
    rules: [],
  },
  {
    claim: 'a promise nobody waits for',
    file: `${LIBRARY}/floating.ts`,
    code: `${promise}export function run() {\n  save();\n}\n`,
    rules: ['@typescript-eslint/no-floating-promises'],
  },
  {
    claim: 'a promise as a condition',
    file: `${LIBRARY}/misused.ts`,
    code: `${promise}export const done = () => (save() ? 1 : 0);\n`,
    rules: ['@typescript-eslint/no-misused-promises'],
  },
  {
    claim: 'a promise that leaves its try block',
    file: `${LIBRARY}/leaves.ts`,
    code: `${promise}export async function run() {\n  try {\n    return save();\n  } catch (error) {\n    throw new Error('x', { cause: error });\n  }\n}\n`,
    rules: ['@typescript-eslint/return-await'],
  },
  {
    claim: 'a switch that forgets a case',
    file: `${LIBRARY}/switch.ts`,
    code: "export function size(kind: 'a' | 'b') {\n  switch (kind) {\n    case 'a':\n      return 1;\n  }\n  return 0;\n}\n",
    rules: ['@typescript-eslint/switch-exhaustiveness-check'],
  },
  {
    claim: 'a thrown string',
    file: `${LIBRARY}/thrown.ts`,
    code: "export function fail() {\n  throw 'no';\n}\n",
    rules: ['@typescript-eslint/only-throw-error'],
  },
  {
    claim: 'a type imported as a value',
    file: `${LIBRARY}/type-import.ts`,
    code: "import { Shape } from './shape';\nexport const of = (shape: Shape) => shape.size;\n",
    rules: ['@typescript-eslint/consistent-type-imports'],
  },
  {
    claim: 'a class imported for injection into a decorated class',
    file: `${LIBRARY}/injected.ts`,
    code: "import { Store } from './shape';\ndeclare const injectable: ClassDecorator;\n@injectable\nexport class Reader {\n  constructor(private readonly store: Store) {}\n  read() {\n    return this.store.size;\n  }\n}\n",
    rules: [],
  },
  {
    claim: 'an empty catch',
    file: `${LIBRARY}/empty.ts`,
    code: `${promise}export async function run() {\n  try {\n    await save();\n  } catch {\n    // never mind\n  }\n}\n`,
    rules: ['no-restricted-syntax'],
  },
  {
    claim: 'an empty catch of a promise',
    file: `${LIBRARY}/empty-promise.ts`,
    code: `${promise}export const run = () => save().catch(() => {});\n`,
    rules: ['no-restricted-syntax'],
  },
  {
    claim: 'a skipped test',
    file: `${LIBRARY}/skipped.test.ts`,
    code: "it.skip('x', () => undefined);\ndescribe.only('y', () => undefined);\nxit('z', () => undefined);\n",
    rules: ['no-restricted-syntax', 'no-restricted-syntax', 'no-restricted-syntax'],
  },
  {
    claim: 'a skipped table of tests',
    file: `${LIBRARY}/skipped-table.test.ts`,
    code: "it.skip.each([1])('x %s', () => undefined);\n",
    rules: ['no-restricted-syntax'],
  },
  {
    claim: 'loose equality',
    file: `${LIBRARY}/loose.ts`,
    code: 'export const same = (a: string, b: string) => a == b;\n',
    rules: ['eqeqeq'],
  },
  {
    claim: 'a file over 300 lines',
    file: `${LIBRARY}/long.ts`,
    code: marker + '// line\n'.repeat(300),
    rules: ['max-lines'],
  },
  {
    claim: 'a test over 300 lines',
    file: `${LIBRARY}/long.test.ts`,
    code: marker + '// line\n'.repeat(300),
    rules: [],
  },
  {
    claim: 'generated code',
    file: `${LIBRARY}/generated/long.ts`,
    code: 'export const broad: any = 1;\n' + '// line\n'.repeat(300),
    rules: [],
  },
  {
    claim: 'printing from shipped code',
    file: `${LIBRARY}/print.ts`,
    code: "export const shout = () => console.log('x');\n",
    rules: ['no-console'],
  },
  {
    claim: 'a disable comment that disables nothing',
    file: `${LIBRARY}/unused.ts`,
    code: '// eslint-disable-next-line eqeqeq\nexport {};\n',
    rules: ['unused disable directive'],
  },
];

describe('lint rules', () => {
  const tree = new PlantedTree();
  let fired: Map<string, string[]>;

  beforeAll(async () => {
    const rules = JSON.stringify(join(REPOSITORY, 'tools/architecture/eslint-rules.mjs'));
    tree.write(
      'eslint.config.mjs',
      `import { lintConfig } from ${rules};\nexport default lintConfig(import.meta.dirname);\n`,
    );
    const compilerOptions = { typeRoots: [join(REPOSITORY, 'node_modules/@types')], types: ['node', 'jest'] };
    tree.write(
      'tsconfig.json',
      JSON.stringify({ extends: join(REPOSITORY, 'tsconfig.base.json'), compilerOptions, include: ['apps', 'libs'] }),
    );
    tree.write('package.json', JSON.stringify({ name: 'planted' }));
    tree.write(
      `${LIBRARY}/shape.ts`,
      'export interface Shape {\n  size: number;\n}\nexport class Store {\n  size = 0;\n}\n',
    );
    for (const { file, code } of probes) tree.write(file, code);

    const results = JSON.parse(await tree.run('eslint', ['.', '--format', 'json'])) as LintResult[];
    const rulesOf = (result: LintResult) =>
      result.messages.map(
        ({ ruleId, message }) =>
          ruleId ?? (message.startsWith('Unused eslint-disable') ? 'unused disable directive' : message),
      );
    fired = new Map(results.map((result) => [result.filePath.slice(tree.root.length + 1), rulesOf(result)]));
  }, 60_000);

  afterAll(() => tree.remove());

  it.each(probes.filter(({ rules }) => rules.length > 0))('refuses $claim', ({ file, rules }) => {
    expect(fired.get(file)).toEqual(rules);
  });

  it.each(probes.filter(({ rules }) => rules.length === 0))('lets pass: $claim', ({ file }) => {
    expect(fired.get(file)).toEqual(file.includes('/generated/') ? undefined : []);
  });
});
