import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PlantedTree, REPOSITORY } from './planted-tree';

interface Allowed {
  libraries: Record<string, string[]>;
  apps: Record<string, { libraries: string[]; apps: string[] }>;
}
interface Tables extends Allowed {
  confinedPackages: { name: string; packages: string[] }[];
  domainsInLine: string[];
}
interface Cruise {
  summary: { violations: { from: string; rule: { name: string } }[] };
}

// eslint-disable-next-line @typescript-eslint/no-require-imports
const tables = require('./allowed-imports.cjs') as Tables;
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { boundaryRules } = require('./boundary-rules.cjs') as {
  boundaryRules: (tables: Allowed) => { name: string; comment: string }[];
};

const LIBRARIES = Object.keys(tables.libraries);
const APPS = Object.keys(tables.apps);
const NPM = [
  'zod',
  'uuid',
  'kafkajs',
  'ioredis',
  'pg',
  '@electric-sql/pglite',
  '@electric-sql/pglite-pgvector',
  'openai',
  'rxjs',
  '@nestjs/common',
  '@opentelemetry/sdk-node',
  '@opentelemetry/instrumentation-http',
  '@grpc/grpc-js',
  'grpc-health-check',
];

/** A file to plant, what it imports, and the one rule that must fire on it; none for an import that is allowed. */
interface Probe {
  file: string;
  imports: string;
  rule?: string;
  /** Where the rule fires, if it is not at the file: a folder. */
  at?: string;
}

const forbiddenFor = (allowed: readonly string[], self: string) =>
  LIBRARIES.find((name) => name !== self && name !== 'testing' && !allowed.includes(name));

/** Rules that the tables generate for each package, probed for each package. */
const generated: Probe[] = [
  ...Object.entries(tables.libraries).flatMap(([name, allowed]): Probe[] => {
    const other = forbiddenFor(allowed, name) ?? 'memory';
    if (name === 'testing')
      return [{ file: `libs/${name}/src/probe.ts`, imports: '@plinth/memory', rule: 'lib-testing' }];
    return [
      { file: `libs/${name}/src/probe-other.ts`, imports: `@plinth/${other}`, rule: `lib-${name}` },
      { file: `libs/${name}/src/probe-app.ts`, imports: '@plinth/orchestrator', rule: `lib-${name}` },
      { file: `libs/${name}/src/probe-testing.ts`, imports: '@plinth/testing', rule: `lib-${name}` },
      { file: `libs/${name}/src/probe.test.ts`, imports: '@plinth/orchestrator', rule: `lib-${name}-tests` },
      { file: `libs/${name}/src/probe.int.test.ts`, imports: '@plinth/testing' },
      ...allowed.map((lib): Probe => ({ file: `libs/${name}/src/uses-${lib}.ts`, imports: `@plinth/${lib}` })),
    ];
  }),
  ...Object.entries(tables.apps).flatMap(([name, allowed]): Probe[] => {
    const stranger = name === 'embedded' ? 'skill-kit' : name === 'memory' ? 'reflection' : 'memory';
    return [
      { file: `apps/${name}/src/app.module.ts`, imports: `@plinth/${stranger}`, rule: `app-${name}` },
      { file: `apps/${name}/src/config.ts`, imports: '@plinth/testing', rule: `app-${name}` },
      { file: `apps/${name}/src/config.test.ts`, imports: `@plinth/${stranger}`, rule: `app-${name}-tests` },
      { file: `apps/${name}/src/main.test.ts`, imports: '@plinth/testing' },
      ...[...allowed.libraries, ...allowed.apps].map((own): Probe => ({
        file: `apps/${name}/src/uses-${own}.ts`,
        imports: `@plinth/${own}`,
      })),
    ];
  }),
  ...tables.domainsInLine.flatMap((name): Probe[] => {
    const domain = `apps/${name}/src/domain`;
    const rule = `${name}-domain-in-line`;
    return [
      { file: `${domain}/ring-a/probe.ts`, imports: '../ring-b/inner', rule, at: `${domain}/ring-a` },
      { file: `${domain}/ring-b/probe.ts`, imports: '../ring-a/inner', rule, at: `${domain}/ring-b` },
      { file: `${domain}/line/uses-ring.ts`, imports: '../ring-a/inner' },
    ];
  }),
  ...tables.confinedPackages.flatMap(({ name, packages }) =>
    packages.map((pattern, index): Probe => {
      const imports = NPM.find((npm) => new RegExp(`^${pattern}$`).test(npm)) ?? pattern;
      return { file: `libs/platform/src/home-of-${name}-${index}.ts`, imports, rule: `only-one-home-for-${name}` };
    }),
  ),
];

const MEMORY = 'apps/memory/src';
const BUILT = 'libs/kernel/dist/index.js';
const written: Probe[] = [
  { file: 'test/probe.test.ts', imports: '@plinth/orchestrator', rule: 'test-stays-outside' },
  { file: 'test/probe-lib.test.ts', imports: '@plinth/http', rule: 'test-stays-outside' },
  { file: 'test/uses-testing.test.ts', imports: '@plinth/testing' },
  { file: 'tools/bench/probe.ts', imports: '@plinth/orchestrator', rule: 'tools-stays-outside' },
  { file: 'tools/bench/uses-kafkajs.ts', imports: 'kafkajs' },

  {
    file: `${MEMORY}/domain/probe-feature.ts`,
    imports: '../features/recall-items/recall',
    rule: 'domain-points-inward',
  },
  { file: `${MEMORY}/domain/probe-port.ts`, imports: '../ports/ledger', rule: 'domain-points-inward' },
  { file: `${MEMORY}/domain/probe-library.ts`, imports: '@plinth/postgres', rule: 'domain-libraries' },
  { file: `${MEMORY}/domain/probe-nest.ts`, imports: '@nestjs/common', rule: 'domain-packages' },
  { file: `${MEMORY}/domain/probe-fs.ts`, imports: 'node:fs', rule: 'domain-builtins' },
  { file: `${MEMORY}/domain/uses-hash.ts`, imports: 'node:crypto' },
  { file: `${MEMORY}/domain/uses-zod.ts`, imports: 'zod' },

  { file: `${MEMORY}/ports/probe-feature.ts`, imports: '../features/recall-items/recall', rule: 'ports-points-inward' },
  { file: `${MEMORY}/ports/probe-library.ts`, imports: '@plinth/telemetry', rule: 'ports-libraries' },
  { file: `${MEMORY}/ports/probe-package.ts`, imports: 'rxjs', rule: 'ports-packages' },
  { file: `${MEMORY}/ports/probe-builtin.ts`, imports: 'node:stream', rule: 'ports-builtins' },
  { file: `${MEMORY}/ports/uses-domain.ts`, imports: '../domain/item' },

  { file: `${MEMORY}/features/probe-config/probe.ts`, imports: '../../config', rule: 'features-points-inward' },
  { file: `${MEMORY}/features/probe-library/probe.ts`, imports: '@plinth/redis', rule: 'features-libraries' },
  { file: `${MEMORY}/features/probe-package/probe.ts`, imports: 'rxjs', rule: 'features-packages' },
  { file: `${MEMORY}/features/probe-builtin/probe.ts`, imports: 'node:net', rule: 'features-builtins' },
  { file: `${MEMORY}/features/uses-port/probe.ts`, imports: '../../ports/ledger' },

  {
    file: `${MEMORY}/adapters/inbound/http/probe.ts`,
    imports: '../../outbound/postgres/store',
    rule: 'inbound-points-inward',
  },
  {
    file: `${MEMORY}/adapters/outbound/postgres/probe.ts`,
    imports: '../../inbound/bus/handlers',
    rule: 'outbound-points-inward',
  },
  {
    file: `${MEMORY}/adapters/outbound/postgres/probe-feature.ts`,
    imports: '../../../features/recall-items/recall',
    rule: 'outbound-points-inward',
  },
  {
    file: `${MEMORY}/adapters/inbound/http/probe-module.ts`,
    imports: '../../../app.module',
    rule: 'inbound-points-inward',
  },
  { file: `${MEMORY}/adapters/inbound/bus/uses-feature.ts`, imports: '../../../features/recall-items/recall' },
  { file: `${MEMORY}/adapters/outbound/redis/uses-port.ts`, imports: '../../../ports/ledger' },
  { file: `${MEMORY}/index.ts`, imports: './adapters/inbound/bus/handlers', rule: 'composition-root' },
  { file: `${MEMORY}/main.ts`, imports: './adapters/outbound/postgres/store' },

  { file: 'libs/rollout/src/probe-package.ts', imports: 'rxjs', rule: 'pure-library-packages' },
  { file: 'libs/kernel/src/probe-builtin.ts', imports: 'node:fs', rule: 'pure-library-builtins' },
  { file: 'libs/kernel/src/uses-uuid.ts', imports: 'uuid' },

  {
    file: 'libs/platform/src/probe-inner.ts',
    imports: '../../kernel/src/inner',
    rule: 'front-door',
  },
  {
    file: 'test/probe-inner.test.ts',
    imports: '../libs/kernel/src/inner',
    rule: 'front-door-from-outside',
  },
  { file: 'libs/platform/src/probe-relative.ts', imports: '../../kernel/src/index', rule: 'by-name' },
  { file: 'test/probe-relative.test.ts', imports: '../libs/kernel/src/index', rule: 'by-name' },
  { file: 'libs/platform/src/probe-deep.ts', imports: '@plinth/kernel/src/inner', rule: 'resolvable' },
  { file: 'libs/platform/src/probe-nowhere.ts', imports: './nowhere', rule: 'resolvable' },
  { file: 'libs/platform/src/probe-undeclared.ts', imports: 'undeclared', rule: 'declared-packages' },
  { file: 'libs/platform/src/probe-development.ts', imports: 'only-for-tests', rule: 'no-development-packages' },
  { file: 'libs/platform/src/uses-development.test.ts', imports: 'only-for-tests' },
  { file: 'libs/platform/src/probe-test.ts', imports: './uses-development.test', rule: 'only-tests-import-tests' },
  { file: 'libs/platform/src/circle-a.ts', imports: './circle-b', rule: 'no-circular' },
];
const probes = [...generated, ...written];

describe('boundary rules', () => {
  const tree = new PlantedTree();
  let fired: Map<string, string[]>;

  beforeAll(async () => {
    const dependencies = Object.fromEntries(NPM.map((name) => [name, '1.0.0']));
    const manifest = {
      name: 'planted',
      workspaces: ['apps/*', 'libs/*'],
      dependencies,
      devDependencies: { 'only-for-tests': '1.0.0' },
    };
    tree.write('package.json', JSON.stringify(manifest));
    tree.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { module: 'nodenext', moduleResolution: 'nodenext' } }),
    );
    for (const name of LIBRARIES) tree.ownPackage('libs', name);
    for (const name of APPS) tree.ownPackage('apps', name);
    for (const name of [...NPM, 'undeclared', 'only-for-tests']) tree.npmPackage(name);
    const rooms = [
      'domain/item',
      'ports/ledger',
      'features/recall-items/recall',
      'adapters/inbound/bus/handlers',
      'adapters/outbound/postgres/store',
    ];
    for (const room of rooms) tree.write(`${MEMORY}/${room}.ts`, 'export {};\n');
    for (const name of tables.domainsInLine)
      for (const ring of ['ring-a', 'ring-b']) tree.write(`apps/${name}/src/domain/${ring}/inner.ts`, 'export {};\n');
    tree.write('libs/kernel/src/inner.ts', 'export {};\n');
    tree.write('libs/platform/src/circle-b.ts', "import './circle-a';\n");
    tree.write(BUILT, "import './nowhere';\n");
    for (const { file, imports } of probes) tree.write(file, `import '${imports}';\n`);

    const config = join(REPOSITORY, '.dependency-cruiser.cjs');
    const cruise = JSON.parse(
      await tree.run('depcruise', ['apps', 'libs', 'test', 'tools', '--config', config, '-T', 'json']),
    ) as Cruise;
    fired = new Map();
    for (const { from, rule } of cruise.summary.violations) fired.set(from, [...(fired.get(from) ?? []), rule.name]);
  }, 60_000);

  afterAll(() => tree.remove());

  it.each(probes.filter(({ rule }) => rule))(
    '$rule fires, and nothing else, when $file imports $imports',
    ({ file, rule, at = file }) => {
      expect(fired.get(at)).toEqual([rule]);
    },
  );

  it('no rule fires on an import that the tables allow', () => {
    const allowed = probes.filter(({ rule }) => !rule);
    expect(allowed.length).toBeGreaterThan(50);
    const at = allowed.flatMap(({ file }) => [file, dirname(file)]);
    expect(at.filter((path) => fired.has(path)).map((path) => [path, fired.get(path)])).toEqual([]);
  });

  it('no rule is asked about what was built of our own sources', () => {
    expect(fired.get(BUILT)).toBeUndefined();
  });

  it('every boundary rule that a decision record names exists', () => {
    const folder = join(REPOSITORY, 'tools/adr');
    const named = readdirSync(folder).flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/boundary rule `([^`]+)`/g)].map(([, name]) => name),
    );
    const rules = boundaryRules(tables).map(({ name }) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => name === undefined || !rules.includes(name))).toEqual([]);
  });

  it('every rule has a probe and a message that says what to do', () => {
    const rules = boundaryRules(tables);
    const probed = new Set(probes.map(({ rule }) => rule));
    expect(rules.filter(({ name }) => !probed.has(name)).map(({ name }) => name)).toEqual([]);
    expect(rules.filter(({ comment }) => comment.length < 40)).toEqual([]);
  });
});
