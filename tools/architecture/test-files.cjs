/** What counts as a test: it may use test tools and reach into any layer of its own package. */
module.exports = {
  /** Globs for ESLint. */
  testGlobs: ['**/*.test.ts', '**/*.contract.ts', '**/*.stage.ts', 'test/**/*.ts', 'libs/testing/**/*.ts'],
  /** For dependency-cruiser: a test by its name, and any file whose folder makes it one. */
  testNamePattern: '\\.(test|contract|stage)\\.(ts|mjs)$',
  testPattern: '(\\.(test|contract|stage)\\.(ts|mjs)$)|(^test/)|(^libs/testing/)',
};
