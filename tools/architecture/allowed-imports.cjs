/**
 * Who may import whom: allow-lists, so that what is not named here is forbidden. `boundary-rules.cjs` turns these tables
 * into rules. To open a door, add a name here in a commit that says why.
 */

/** What each library may import of ours; tests inside a library may also import `testing`. */
const libraries = {
  kernel: [],
  contracts: ['kernel'],
  config: [],
  'json-schema': ['kernel'],
  rollout: ['kernel'],
  terms: [],
  telemetry: ['kernel'],
  embedding: ['kernel', 'config', 'telemetry', 'terms'],
  postgres: ['kernel', 'telemetry'],
  redis: ['kernel', 'telemetry'],
  bus: ['kernel', 'contracts', 'telemetry', 'postgres'],
  http: ['kernel', 'telemetry', 'config'],
  grpc: ['kernel', 'telemetry', 'http'],
  platform: ['kernel', 'config', 'telemetry', 'postgres', 'redis', 'bus', 'http', 'grpc', 'contracts'],
  'skill-kit': ['kernel', 'contracts', 'telemetry', 'http', 'grpc', 'config'],
  testing: [
    'kernel',
    'contracts',
    'config',
    'json-schema',
    'rollout',
    'telemetry',
    'postgres',
    'redis',
    'bus',
    'http',
    'grpc',
    'platform',
    'skill-kit',
  ],
};

const serviceLibraries = [
  'kernel',
  'contracts',
  'config',
  'json-schema',
  'rollout',
  'terms',
  'embedding',
  'telemetry',
  'postgres',
  'redis',
  'bus',
  'http',
  'grpc',
  'platform',
];

/** What each app may import of ours. The four services meet only through `contracts`. */
const apps = {
  orchestrator: { libraries: serviceLibraries, apps: [] },
  memory: { libraries: serviceLibraries, apps: [] },
  reflection: { libraries: serviceLibraries, apps: [] },
  'skill-gateway': { libraries: serviceLibraries, apps: [] },
  samples: { libraries: [...serviceLibraries, 'skill-kit'], apps: [] },
  // Speaks to the gateway by HTTP; its test starts one.
  cli: { libraries: ['platform', 'telemetry'], apps: ['skill-gateway'] },
  embedded: { libraries: serviceLibraries, apps: ['orchestrator', 'memory', 'reflection', 'skill-gateway', 'samples'] },
};

/** Scenarios and tools drive the system from outside: they start apps as processes and never import one. */
const outside = {
  test: ['testing', 'contracts', 'kernel', 'bus', 'postgres', 'telemetry'],
  tools: ['testing', 'contracts', 'kernel', 'config', 'json-schema', 'telemetry', 'bus', 'postgres', 'redis'],
};

/** Packages without IO, time or chance, which pure code may call; of Node's own modules `node:crypto` for hashes. */
const purePackages = ['zod', 're2js', 'stemmer', 'yaml', '@node-rs/jieba', 'lru-cache', 'gpt-tokenizer', 'area-data'];
const pureBuiltins = ['crypto'];

/**
 * What each room of a service may import: rooms of the same service, libraries, packages.
 * `'any'` leaves libraries to the table of `apps`, packages to `confinedPackages`.
 */
const rooms = {
  domain: {
    rooms: ['domain'],
    libraries: ['kernel', 'contracts', 'json-schema', 'rollout', 'terms'],
    packages: purePackages,
    builtins: pureBuiltins,
  },
  ports: { rooms: ['ports', 'domain'], libraries: ['kernel', 'contracts', 'terms'], packages: ['zod'], builtins: [] },
  features: {
    rooms: ['features', 'domain', 'ports'],
    libraries: ['kernel', 'contracts', 'json-schema', 'rollout', 'terms', 'telemetry', 'embedding'],
    packages: [...purePackages, '@nestjs/common'],
    builtins: pureBuiltins,
  },
  'adapters/inbound': {
    rooms: ['adapters/inbound', 'features', 'domain', 'ports', 'config.ts'],
    libraries: 'any',
    packages: 'any',
    builtins: 'any',
  },
  'adapters/outbound': {
    rooms: ['adapters/outbound', 'domain', 'ports', 'config.ts'],
    libraries: 'any',
    packages: 'any',
    builtins: 'any',
  },
};

/** Every service: the folders of its `domain/` stand in a line, none needs another that needs it. */
const domainsInLine = Object.keys(apps).filter((name) => !['samples', 'cli', 'embedded'].includes(name));

/** Libraries that are pure engines: they live by domain's package list. */
const pureLibraries = ['kernel', 'contracts', 'json-schema', 'rollout', 'terms'];
const pureLibraryPackages = [...purePackages, 'uuid'];

/** Clients of one technology each, and the only folders that know them. */
const confinedPackages = [
  { name: 'kafkajs', packages: ['kafkajs'], folders: ['libs/bus', 'tools/bench'], instead: 'use @plinth/bus' },
  { name: 'ioredis', packages: ['ioredis'], folders: ['libs/redis'], instead: 'use @plinth/redis' },
  {
    name: 'pg',
    packages: ['pg', '@electric-sql/pglite', '@electric-sql/pglite-pgvector'],
    // Tests make and drop whole databases, as a person with a superuser's login would.
    folders: ['libs/postgres', 'libs/testing'],
    instead: 'use @plinth/postgres',
  },
  {
    name: 'grpc',
    packages: ['@grpc/[^/]+', 'grpc-health-check'],
    folders: ['libs/grpc', 'libs/testing'],
    instead: 'use @plinth/grpc',
  },
  {
    name: 'openai',
    packages: ['openai'],
    folders: ['apps/[^/]+/src/adapters/outbound/openai', 'libs/embedding'],
    instead: 'go through the model port; its adapter is adapters/outbound/openai, that of embeddings @plinth/embedding',
  },
  {
    name: 'otel-sdk',
    packages: ['@opentelemetry/sdk-[^/]+', '@opentelemetry/instrumentation[^/]*'],
    folders: ['libs/telemetry'],
    instead: 'use @opentelemetry/api or @plinth/telemetry',
  },
];

module.exports = {
  libraries,
  apps,
  outside,
  rooms,
  domainsInLine,
  pureLibraries,
  pureLibraryPackages,
  pureBuiltins,
  confinedPackages,
};
