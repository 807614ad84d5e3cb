import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { OrderRefused, type SkillOrder } from './skill-order';
import { skillSource } from './skill-source';
import { readmeSource, startSource, testSource } from './skill-surroundings';

export interface WrittenSkill {
  /** From the root of the repository. */
  readonly folder: string;
  readonly files: readonly string[];
  /** Where the repository already has a skill of that name: the gateway takes it from one provider only. */
  readonly alsoIn: readonly string[];
}

/**
 * Writes the folder of the skill, whole or not at all: it is made beside its place and moved there. Throws OrderRefused when anything of that name is there;
 * nothing is ever overwritten.
 */
export async function writeSkill(root: string, order: SkillOrder): Promise<WrittenSkill> {
  const parent = join(root, order.folder);
  const folder = join(parent, order.file);
  const files = {
    [`${order.file}.ts`]: skillSource(order),
    [`${order.file}.test.ts`]: testSource(order),
    'start.ts': startSource(order),
    'README.md': readmeSource(order),
  };
  await mkdir(parent, { recursive: true });
  const alsoIn = await skillsNamed(root, order.name);
  const draft = await mkdtemp(join(parent, '.draft-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      const filepath = join(folder, name);
      await writeFile(join(draft, name), await format(text, { ...(await resolveConfig(filepath)), filepath }));
    }
    if ((await readdir(parent)).includes(order.file)) throw taken(root, folder);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Somebody was faster: a folder that is not empty is never replaced by a move.
    throw isCode(error, 'ENOTEMPTY') || isCode(error, 'EEXIST') ? taken(root, folder) : error;
  }
  return { folder: relative(root, folder), files: Object.keys(files), alsoIn };
}

const taken = (root: string, folder: string): OrderRefused =>
  new OrderRefused(`${relative(root, folder)} is there already: choose another --name or --dir, or remove it.`);

const isCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;

async function skillsNamed(root: string, name: string): Promise<string[]> {
  const apps = join(root, 'apps');
  const found = await readdir(apps, { recursive: true, withFileTypes: true });
  const sources = found.filter(
    (entry) => entry.isFile() && /(?<!\.test|\.stage)\.ts$/.test(entry.name) && /\/src(\/|$)/.test(entry.parentPath),
  );
  const own = sources.map((entry) => join(entry.parentPath, entry.name));
  const hits = await Promise.all(
    own.map(async (path) =>
      (await readFile(path, 'utf8')).includes(`  name: '${name}',`) ? [relative(root, path)] : [],
    ),
  );
  return hits.flat().sort();
}

/** Where the root of the repository is, from here. */
export const REPOSITORY = dirname(dirname(dirname(__dirname)));
