const { testNamePattern, testPattern } = require('./test-files.cjs');

const anyOf = (names) => `(${names.join('|')})`;
const escaped = (name) => name.replace(/[.\\]/g, '\\$&');
const OURS = '^(apps|libs)/';
const PACKAGE = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown', 'npm-bundled'];

const packagePaths = (names) => names.map((name) => `^node_modules/(@types/)?${name}/`);
const libraryPaths = (names) => names.map((name) => `^libs/${name}/`);

function error(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to };
}

function libraryRules({ libraries }) {
  return Object.entries(libraries).flatMap(([name, allowed]) => {
    const list = allowed.length > 0 ? allowed.map((lib) => `@plinth/${lib}`).join(', ') : 'nothing of ours';
    const comment = `libs/${name} may import ${list}. Move the code to where it belongs, or open the door in tools/architecture/allowed-imports.cjs.`;
    const rule = (suffix, from, also) =>
      error(
        `lib-${name}${suffix}`,
        comment,
        { path: `^libs/${name}/`, ...from },
        { path: OURS, pathNot: libraryPaths([name, ...allowed, ...also]) },
      );
    if (name === 'testing') return [rule('', {}, [])];
    return [
      rule('', { pathNot: testPattern }, []),
      rule('-tests', { path: `^libs/${name}/.*${testNamePattern}` }, ['testing']),
    ];
  });
}

function appRules({ apps }) {
  return Object.entries(apps).flatMap(([name, allowed]) => {
    const others = allowed.apps.map((app) => `^apps/${app}/`);
    const comment = `apps/${name} may import the libraries and apps that tools/architecture/allowed-imports.cjs names; services meet only through messages of @plinth/contracts.`;
    const rule = (suffix, from, also) =>
      error(`app-${name}${suffix}`, comment, from, {
        path: OURS,
        pathNot: [`^apps/${name}/`, ...others, ...libraryPaths([...allowed.libraries, ...also])],
      });
    return [
      rule('', { path: `^apps/${name}/`, pathNot: testPattern }, []),
      rule('-tests', { path: `^apps/${name}/.*${testNamePattern}` }, ['testing']),
    ];
  });
}

function outsideRules({ outside }) {
  return Object.entries(outside).map(([folder, allowed]) =>
    error(
      `${folder}-stays-outside`,
      `${folder}/ may import ${allowed.map((lib) => `@plinth/${lib}`).join(', ')}; it starts apps as processes, as an operator does.`,
      { path: `^${folder}/` },
      { path: OURS, pathNot: libraryPaths(allowed) },
    ),
  );
}

function roomRules({ rooms }) {
  return Object.entries(rooms).flatMap(([room, allowed]) => {
    const name = room.replace('adapters/', '');
    const from = { path: `^apps/([^/]+)/src/${room}/`, pathNot: testPattern };
    const rules = [
      error(
        `${name}-points-inward`,
        `${room}/ may import ${allowed.rooms.join(', ')} of its own service: let what it needs come in through a port, wired in app.module.ts.`,
        from,
        {
          path: '^apps/$1/',
          pathNot: allowed.rooms.map(
            (target) => `^apps/$1/src/${escaped(target)}${target.endsWith('.ts') ? '$' : '/'}`,
          ),
        },
      ),
    ];
    if (allowed.libraries !== 'any') {
      rules.push(
        error(
          `${name}-libraries`,
          `${room}/ may import of our libraries ${allowed.libraries.join(', ')}: state the need as a port and meet it in an outbound adapter.`,
          from,
          { path: '^libs/', pathNot: libraryPaths(allowed.libraries) },
        ),
      );
    }
    if (allowed.packages !== 'any') {
      rules.push(
        error(
          `${name}-packages`,
          `${room}/ may import the packages ${allowed.packages.join(', ') || '(none)'}: put the rest behind a port, in an outbound adapter.`,
          from,
          { dependencyTypes: PACKAGE, pathNot: packagePaths(allowed.packages) },
        ),
        error(
          `${name}-builtins`,
          `${room}/ may import of Node's modules ${allowed.builtins.join(', ') || 'none'}: IO belongs in an adapter.`,
          from,
          { dependencyTypes: ['core'], pathNot: allowed.builtins.map((builtin) => `^(node:)?${builtin}$`) },
        ),
      );
    }
    return rules;
  });
}

function compositionRules() {
  return [
    error(
      'composition-root',
      'Only app.module.ts and main.ts name adapters: inject the port instead, and bind it there.',
      {
        path: '^apps/([^/]+)/src/',
        pathNot: ['^apps/[^/]+/src/(app\\.module|main)\\.ts$', '^apps/[^/]+/src/adapters/', testPattern],
      },
      { path: '^apps/$1/src/adapters/' },
    ),
  ];
}

function domainRules({ domainsInLine }) {
  return domainsInLine.map((service) => ({
    scope: 'folder',
    ...error(
      `${service}-domain-in-line`,
      `The folders of apps/${service}/src/domain need each other in a circle: move what both need into the one that the other may import.`,
      { path: `^apps/${service}/src/domain/` },
      { path: `^apps/${service}/src/domain/`, circular: true },
    ),
  }));
}

function pureLibraryRules({ pureLibraries, pureLibraryPackages, pureBuiltins }) {
  const from = { path: `^libs/${anyOf(pureLibraries)}/src/`, pathNot: testPattern };
  const comment = `libs/${pureLibraries.join(', libs/')} are pure: of packages they may import ${pureLibraryPackages.join(', ')}, of Node's modules ${pureBuiltins.join(', ')}.`;
  return [
    error('pure-library-packages', comment, from, {
      dependencyTypes: PACKAGE,
      pathNot: packagePaths(pureLibraryPackages),
    }),
    error('pure-library-builtins', comment, from, {
      dependencyTypes: ['core'],
      pathNot: pureBuiltins.map((name) => `^(node:)?${name}$`),
    }),
  ];
}

function confinementRules({ confinedPackages }) {
  return confinedPackages.map(({ name, packages, folders, instead }) =>
    error(
      `only-one-home-for-${name}`,
      `${packages.join(', ')} may be imported only in ${folders.join(', ')}: ${instead}.`,
      { pathNot: folders.map((folder) => `^${folder}/`) },
      { path: packagePaths(packages) },
    ),
  );
}

/** Rules about how an import is written, whoever writes it. */
function hygieneRules() {
  return [
    error(
      'front-door',
      "Import another package by '@plinth/<name>' and export what you need from its index.ts: its inner files are its own.",
      { path: '^(apps|libs)/([^/]+)/' },
      { path: OURS, pathNot: ['^$1/$2/', '^(apps|libs)/[^/]+/src/index\\.ts$'] },
    ),
    error(
      'front-door-from-outside',
      "Import a library by '@plinth/<name>' and export what you need from its index.ts: its inner files are its own.",
      { path: '^(test|tools)/' },
      { path: OURS, pathNot: '^(apps|libs)/[^/]+/src/index\\.ts$' },
    ),
    error(
      'by-name',
      "Between packages write '@plinth/<name>', never a relative path.",
      { path: '^(apps|libs|test|tools)/([^/]+)' },
      { path: '^(apps|libs)/[^/]+/src/index\\.ts$', pathNot: '^$1/$2/', dependencyTypesNot: ['aliased'] },
    ),
    error(
      'resolvable',
      'This import resolves to nothing: mend the path, or declare the package in package.json.',
      {},
      { couldNotResolve: true },
    ),
    error(
      'no-circular',
      'These files import each other in a circle: move what both need into a third file, or turn one import into a port.',
      {},
      { circular: true },
    ),
    error(
      'declared-packages',
      'This package is not in package.json: it is here by chance of another package. Declare it with an exact version.',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
    error(
      'no-development-packages',
      'Shipped code may not import a development dependency: move the package to dependencies, or the code to a test.',
      { path: OURS, pathNot: testPattern },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    error(
      'only-tests-import-tests',
      "A test file is nobody's library: move what both need into libs/testing.",
      { pathNot: testPattern },
      { path: testNamePattern },
    ),
  ];
}

/** Every rule that the tables of `allowed-imports.cjs` give, as dependency-cruiser's `forbidden` list. */
function boundaryRules(tables) {
  return [
    ...libraryRules(tables),
    ...appRules(tables),
    ...outsideRules(tables),
    ...roomRules(tables),
    ...compositionRules(),
    ...domainRules(tables),
    ...pureLibraryRules(tables),
    ...confinementRules(tables),
    ...hygieneRules(),
  ];
}

module.exports = { boundaryRules };
