import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrderRefused, readOrder } from './skill-order';
import { writeSkill } from './write-skill';

const TAKEN_NAMES = [
  ...[
    'CheckStock',
    'check-stock',
    '1_stock',
    'check__stock',
    'check_',
    'stock_v2',
    'delete',
    'x'.repeat(65),
    '../x',
    '',
  ],
];

describe('an order of a skill', () => {
  it('S4: gives names, effect, provider and place, each with a default', () => {
    expect(readOrder(['--name', 'check_stock'])).toEqual({
      ...{ name: 'check_stock', identifier: 'checkStock', file: 'check-stock', effect: 'read', provider: 'http' },
      folder: 'apps/samples/src/own-skills',
    });
  });

  it.each(TAKEN_NAMES)('S4: is refused for the name “%s”, with what to do', (name) => {
    expect(() => readOrder(['--name', name])).toThrow(OrderRefused);
  });

  it.each([
    [['--effect', 'wild'], 'there are read, write, irreversible'],
    [['--provider', 'fax'], 'there are http, grpc'],
    [['--dir', '/tmp'], 'in the sources of an app'],
    [['--dir', 'apps/samples/src/../../x'], 'in the sources of an app'],
    [['--dir', 'apps/skill-gateway/src/domain'], 'a service runs no skill'],
    [['--colour', 'red'], 'npm run generate:skill'],
  ])('S4: is refused with %s', (args, message) => {
    expect(() => readOrder(['--name', 'check_stock', ...args])).toThrow(message);
  });
});

describe('a generated skill', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'plinth-generate-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  it('S4: overwrites nothing, leaves nothing behind when it is refused, and says where a skill of that name is', async () => {
    const order = readOrder(['--name', 'check_stock']);
    const written = await writeSkill(root, order);
    expect(written).toMatchObject({ folder: 'apps/samples/src/own-skills/check-stock', alsoIn: [] });
    const path = join(root, written.folder, 'check-stock.ts');
    await writeFile(path, "  name: 'check_stock',\n// mine\n");
    await expect(writeSkill(root, order)).rejects.toThrow('is there already');
    expect(await readFile(path, 'utf8')).toContain('// mine');
    expect(await readdir(join(root, order.folder))).toEqual(['check-stock']);
    const elsewhere = await writeSkill(root, readOrder(['--name', 'check_stock', '--dir', 'apps/samples/src/more']));
    expect(elsewhere.alsoIn).toEqual(['apps/samples/src/own-skills/check-stock/check-stock.ts']);
  });
});
