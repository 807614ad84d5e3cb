import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import plinth from './eslint-plugin.mjs';
import testFiles from './test-files.cjs';

const IGNORED = ['**/node_modules/', '**/dist/', '**/generated/', '.nx/', '.infra/', '.plinth/', 'coverage/', 'out/'];
const NODE_GLOBALS = Object.fromEntries(
  [
    'process',
    'console',
    'Buffer',
    'URL',
    'URLSearchParams',
    'AbortController',
    'AbortSignal',
    'fetch',
    'performance',
    'structuredClone',
    'TextDecoder',
    'TextEncoder',
  ]
    .concat(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'queueMicrotask'])
    .map((name) => [name, 'readonly']),
);

const EMPTY_CATCH = {
  selector: 'CatchClause > BlockStatement[body.length=0]',
  message: 'An empty catch hides a failure, a comment in it too: handle it, log it, or let it through.',
};
const EMPTY_PROMISE_CATCH = {
  selector: "CallExpression[callee.property.name='catch'] > ArrowFunctionExpression > BlockStatement[body.length=0]",
  message: EMPTY_CATCH.message,
};
const SKIPPED_TEST = {
  selector:
    'CallExpression MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(only|skip|todo|failing)$/]',
  message: 'No test is skipped or focused: missing infrastructure fails, and what is not written is not claimed.',
};
const SKIPPED_TEST_ALIAS = {
  selector: 'CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]',
  message: SKIPPED_TEST.message,
};

const PURE = 'domain/ is pure: time, chance and the environment come in as arguments or events (T1).';
const IMPURE_GLOBALS = [
  'Date',
  'process',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'fetch',
  'performance',
  'crypto',
  'console',
];

/**
 * The flat configuration of the repository at `root`; the probes give it a root of their own.
 * Type-checked rules read the `tsconfig.json` nearest to each file.
 */
export function lintConfig(root) {
  return defineConfig(
    { ignores: IGNORED },
    { linterOptions: { reportUnusedDisableDirectives: 'error' } },
    {
      files: ['**/*.{ts,mjs,cjs,js}'],
      plugins: { plinth },
      rules: { 'plinth/file-name': 'error', 'plinth/room': 'error' },
    },
    {
      files: ['**/*.{ts,mjs,cjs,js}'],
      extends: [js.configs.recommended],
      rules: {
        eqeqeq: ['error', 'always'],
        'no-restricted-syntax': ['error', EMPTY_CATCH, EMPTY_PROMISE_CATCH, SKIPPED_TEST, SKIPPED_TEST_ALIAS],
        'max-lines': ['error', { max: 300 }],
      },
    },
    { files: ['**/*.{mjs,cjs,js}'], languageOptions: { globals: NODE_GLOBALS } },
    {
      files: ['**/*.{cjs,js}'],
      languageOptions: { sourceType: 'commonjs', globals: { ...NODE_GLOBALS, __dirname: 'readonly' } },
    },
    {
      files: ['**/*.ts'],
      extends: [tseslint.configs.recommendedTypeChecked],
      languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
      rules: {
        '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
        '@typescript-eslint/naming-convention': [
          'error',
          { selector: 'interface', format: ['PascalCase'], custom: { regex: '^I[A-Z]', match: false } },
          { selector: ['class', 'typeAlias', 'enum'], format: ['PascalCase'] },
        ],
        '@typescript-eslint/no-explicit-any': 'error',
        '@typescript-eslint/no-floating-promises': 'error',
        '@typescript-eslint/no-misused-promises': 'error',
        '@typescript-eslint/no-non-null-assertion': 'error',
        '@typescript-eslint/no-unused-vars': [
          'error',
          { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
        ],
        '@typescript-eslint/only-throw-error': 'error',
        '@typescript-eslint/require-await': 'off',
        '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
        '@typescript-eslint/return-await': ['error', 'in-try-catch'],
        '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      },
    },
    {
      files: ['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts'],
      ignores: testFiles.testGlobs,
      rules: { 'no-console': 'error' },
    },
    {
      files: ['apps/*/src/{domain,features,ports}/**/*.ts'],
      ignores: testFiles.testGlobs,
      rules: { '@typescript-eslint/no-unsafe-type-assertion': 'error' },
    },
    {
      files: ['**/domain/**/*.ts', 'libs/rollout/src/**/*.ts'],
      ignores: testFiles.testGlobs,
      rules: {
        'no-restricted-globals': ['error', ...IMPURE_GLOBALS.map((name) => ({ name, message: PURE }))],
        'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: PURE }],
        'no-restricted-imports': [
          'error',
          {
            paths: ['randomBytes', 'randomInt', 'randomUUID'].flatMap((name) =>
              ['crypto', 'node:crypto'].map((from) => ({ name: from, importNames: [name], message: PURE })),
            ),
            patterns: [{ group: ['@nestjs/*'], message: 'domain/ knows no framework: wire it up in app.module.ts.' }],
          },
        ],
      },
    },
    {
      files: testFiles.testGlobs,
      rules: {
        'max-lines': 'off',
        '@typescript-eslint/no-non-null-assertion': 'off',
        '@typescript-eslint/no-unsafe-argument': 'off',
        '@typescript-eslint/no-unsafe-assignment': 'off',
        '@typescript-eslint/no-unsafe-call': 'off',
        '@typescript-eslint/no-unsafe-member-access': 'off',
        '@typescript-eslint/no-unsafe-enum-comparison': 'off',
        '@typescript-eslint/no-unsafe-return': 'off',
        '@typescript-eslint/unbound-method': 'off',
      },
    },
  );
}
