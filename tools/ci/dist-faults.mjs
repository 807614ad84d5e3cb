/** What the build leaves out: these run from the sources alone. */
const NOT_BUILT = /\.(?:test|contract|stage)\.ts$/;

/**
 * How a built package differs from what its sources build to: a file without a source would be found before the one that has taken
 * its place, and a source without a file is missed only when the product asks for it by name, as a worker or a preload.
 * @param {readonly string[]} sources files below `src`
 * @param {readonly string[]} built files below `dist`
 * @param {readonly string[]} [named] files below `dist` that the package is entered by
 * @returns {string[]}
 */
export function distFaults(sources, built, named = []) {
  const expected = new Set(sources.filter((path) => !NOT_BUILT.test(path)).flatMap(builtOf));
  const found = new Set(built);
  return [
    ...built.filter((path) => !expected.has(path)).map((path) => `dist/${path}: no source builds it`),
    ...[...expected].filter((path) => !found.has(path)).map((path) => `dist/${path}: the build does not make it`),
    ...named.filter((path) => !expected.has(path)).map((path) => `dist/${path}: exported, and no source builds it`),
  ].sort();
}

/** @param {string} path */
function builtOf(path) {
  if (!path.endsWith('.ts')) return [path];
  return path.endsWith('.d.ts') ? [] : [path.replace(/\.ts$/, '.js'), path.replace(/\.ts$/, '.js.map')];
}

/**
 * The files below `dist` that a package's `exports` name.
 * @param {unknown} exported
 * @returns {string[]}
 */
export function exportedFiles(exported) {
  if (typeof exported === 'string') return exported.startsWith('./dist/') ? [exported.slice('./dist/'.length)] : [];
  return typeof exported === 'object' && exported !== null ? Object.values(exported).flatMap(exportedFiles) : [];
}
