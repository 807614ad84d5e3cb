import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RequestMethod } from '@nestjs/common';

/** Whose the state is that a route writes. `nobody`: it only reads, and takes its question as a body. */
type Owner = 'tenant' | 'every_tenant' | 'nobody';

/** Every route that could write: what it writes, and whose that is. */
const ROUTES: Readonly<Record<string, { readonly writes: string; readonly of: Owner }>> = {
  'POST v1/turns': { writes: 'the session, under the tenant of the key', of: 'tenant' },
  'POST v1/turns/:turn/cancel': { writes: 'the session, found within the tenant of the key', of: 'tenant' },
  'DELETE v1/sessions/:session': { writes: 'the session, found within the tenant of the key', of: 'tenant' },
  'DELETE v1/memory/sessions/:id': { writes: 'the session, found within the tenant of the key', of: 'tenant' },
  'POST v1/memory/recall': { writes: '', of: 'nobody' },
  'DELETE v1/memory/users/:id': { writes: 'what is kept of the user, within the tenant of the key', of: 'tenant' },
  'POST v1/memory/items': { writes: 'items of users, within the tenant of the key', of: 'tenant' },
  'DELETE v1/memory/items/:id': { writes: 'an item of a user, within the tenant of the key', of: 'tenant' },
  'POST v1/memory/observe': { writes: 'a session and its user, within the tenant of the key', of: 'tenant' },
  'POST v1/memory/anchors': { writes: '', of: 'nobody' },
  'POST v1/memory/candidates/:id/:answer': {
    writes: 'the profile of a user, within the tenant of the key',
    of: 'tenant',
  },
  'PUT v1/memory/users/:id/mode': { writes: 'the choice of a user, within the tenant of the key', of: 'tenant' },
  'PUT v1/memory/users/:id/segment': {
    writes: 'of which segment a user of the tenant of the key is',
    of: 'tenant',
  },
  'POST v1/memory/feedback': { writes: 'the life of an item, within the tenant of the key', of: 'tenant' },
  'POST v1/memory/sessions/:id/summary': { writes: '', of: 'nobody' },
  'POST v1/memory/sessions/:id/summary/check': { writes: '', of: 'nobody' },
  'PUT v1/memory/contacts/:id': { writes: 'a contact of a user, within the tenant of the key', of: 'tenant' },
  'DELETE v1/memory/contacts/:id': { writes: 'a contact of a user, within the tenant of the key', of: 'tenant' },
  'PUT v1/memory/documents/:id': { writes: 'a document of the tenant of the key', of: 'tenant' },
  'DELETE v1/memory/documents/:id': { writes: 'a document of the tenant of the key', of: 'tenant' },
  'PUT v1/memory/members/:id': { writes: 'who belongs to a department of the tenant of the key', of: 'tenant' },
  'POST v1/memory/jobs/:name/run': { writes: 'the memory of the tenant of the key', of: 'tenant' },
  'POST v1/identities/link': { writes: 'which ids are one user, within the tenant of the key', of: 'tenant' },
  'POST v1/identities/unlink': { writes: 'which ids are one user, within the tenant of the key', of: 'tenant' },
  'POST v1/identities/merge': { writes: 'which ids are one user, within the tenant of the key', of: 'tenant' },
  'POST v1/identities/merge/:id/undo': { writes: 'which ids are one user, within the tenant of the key', of: 'tenant' },
  'POST v1/reflection/check': { writes: '', of: 'nobody' },
  'POST mcp': { writes: 'what a skill does and the ledger of calls, under the tenant of the key', of: 'tenant' },
  'POST v1/skills/:name/invoke': {
    writes: 'what a skill does and the ledger of calls, under the tenant of the key',
    of: 'tenant',
  },
  'POST v1/skills/:name/validate': { writes: '', of: 'nobody' },
  'POST v1/skills/search': { writes: '', of: 'nobody' },
  'POST v1/skills/outcomes': { writes: 'what became of calls of the tenant of the key', of: 'tenant' },
  'POST v1/skills/outcomes/:call': { writes: 'what became of a call of the tenant of the key', of: 'tenant' },
  'POST v1/replays': { writes: 'a replay of calls of the tenant of the key', of: 'tenant' },
  'POST v1/skills': { writes: 'which versions of skills there are', of: 'every_tenant' },
  'POST v1/imports': { writes: 'which versions of skills there are', of: 'every_tenant' },
  'PUT v1/skills/:name/:version/completion': { writes: 'the contract of a version', of: 'every_tenant' },
  'POST v1/rollouts/:skill/start': { writes: 'which version of the skill serves', of: 'every_tenant' },
  'POST v1/rollouts/:skill/:action': { writes: 'which version of the skill serves', of: 'every_tenant' },
  'PUT v1/rollouts/:skill': { writes: 'which version of the skill serves', of: 'every_tenant' },
  'POST v1/parked/:consumer/:id/replay': { writes: 'parked messages of any tenant', of: 'every_tenant' },
  'DELETE v1/parked/:consumer/:id/:seq': { writes: 'parked messages of any tenant', of: 'every_tenant' },
};

const ROOT = resolve(__dirname, '../../..');
const READS = new Set([RequestMethod.GET, RequestMethod.HEAD, RequestMethod.OPTIONS]);
type Handler = (...given: never[]) => unknown;

function controllerFiles(): readonly string[] {
  return ['apps', 'libs'].flatMap((kind) =>
    readdirSync(join(ROOT, kind)).flatMap((name) => {
      const folder = join(ROOT, kind, name, 'src');
      const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      return entries
        .filter((file) => file.endsWith('.ts') && !/\.(test|contract|stage)\.ts$/.test(file))
        .map((file) => join(folder, file))
        .filter((file) => readFileSync(file, 'utf8').includes('@Controller('));
    }),
  );
}

function scopesOf(...targets: readonly object[]): readonly string[] {
  return targets.flatMap(
    (target) => (Reflect.getMetadata('plinth:scopes', target) as readonly string[] | undefined) ?? [],
  );
}

/** The routes of a class that do more than read, with the scopes that a key needs for them. */
function writeRoutes(controller: { readonly prototype: object }): readonly (readonly [string, readonly string[]])[] {
  const base = Reflect.getMetadata('path', controller) as unknown;
  if (typeof base !== 'string') return [];
  return Object.values(Object.getOwnPropertyDescriptors(controller.prototype)).flatMap(({ value }) => {
    if (typeof value !== 'function') return [];
    const handler = value as Handler;
    const method = Reflect.getMetadata('method', handler) as RequestMethod | undefined;
    if (method === undefined || READS.has(method)) return [];
    const path = [base, Reflect.getMetadata('path', handler) as string].join('/').replaceAll(/\/+/g, '/');
    return [[`${RequestMethod[method]} ${path.replace(/^\/|\/$/g, '')}`, scopesOf(handler, controller)] as const];
  });
}

const found = new Map(
  controllerFiles()
    .flatMap((file) => Object.values(jest.requireActual<Record<string, unknown>>(file)))
    .filter((exported): exported is Handler & { readonly prototype: object } => typeof exported === 'function')
    .filter(({ prototype }) => typeof prototype === 'object')
    .flatMap(writeRoutes),
);

describe('every route that may write', () => {
  it('is listed with the state that it writes and whose that is', () => {
    expect([...found.keys()].sort()).toEqual(Object.keys(ROUTES).sort());
  });

  it.each(Object.entries(ROUTES).filter(([, { of }]) => of === 'every_tenant'))(
    '%s: writes what all tenants share, so a key needs scope operator',
    (route) => {
      expect(found.get(route)).toContain('operator');
    },
  );

  it('asks for some scope', () => {
    expect([...found].filter(([, scopes]) => scopes.length === 0)).toEqual([]);
  });
});
