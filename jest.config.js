const { readFileSync } = require('node:fs');

const swc = JSON.parse(readFileSync(`${__dirname}/.swcrc`, 'utf8'));
delete swc.$schema;
swc.swcrc = false;

/** `x.test.ts` touches no server; `x.int.test.ts` runs against the servers of tools/infra; `test/` holds scenarios. */
const shared = {
  rootDir: __dirname,
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  moduleNameMapper: { '^@plinth/([^/]+)$': ['<rootDir>/libs/$1/src/index.ts', '<rootDir>/apps/$1/src/index.ts'] },
};

module.exports = {
  maxWorkers: 2,
  testTimeout: 60_000,
  workerIdleMemoryLimit: '700MB',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools'],
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.int\\.test\\.ts$'],
    },
    {
      ...shared,
      displayName: 'int',
      globalSetup: '<rootDir>/tools/ci/find-servers.mjs',
      setupFiles: ['<rootDir>/tools/ci/require-servers.cjs'],
      roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools'],
      testMatch: ['**/*.int.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/dist/'],
    },
    { ...shared, displayName: 'scenario', roots: ['<rootDir>/test'], testMatch: ['**/*.test.ts'] },
  ],
};
