/** What counts as a test: it may use test tools and reach into any layer of its own package. */
module.exports = {
  /** Globs for ESLint. */
  testGlobs: ['**/*.test.ts', '**/*.contract.ts', 'test/**/*.ts', 'libs/testing/**/*.ts'],
  /** One regular expression for dependency-cruiser. */
  testPattern: '(\\.test\\.(ts|mjs)$)|(\\.contract\\.ts$)|(^test/)|(^libs/testing/)',
};
