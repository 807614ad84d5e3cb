const tables = require('./tools/architecture/allowed-imports.cjs');
const { boundaryRules } = require('./tools/architecture/boundary-rules.cjs');

/** Who may import whom: see tools/architecture/allowed-imports.cjs. */
module.exports = {
  forbidden: boundaryRules(tables),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^((apps|libs)/[^/]+/dist|coverage)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['development', 'import', 'require', 'node', 'types', 'default'],
    },
  },
};
