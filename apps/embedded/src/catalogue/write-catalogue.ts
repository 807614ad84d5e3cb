import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { catalogueFiles } from '@plinth/skill-gateway';
import { z } from 'zod';

const USAGE = `npm run generate:catalogue -- --out <folder> [--lang en|zh] (--provider <url> | --manifests <file.json>)…

Writes the pages of skills: of running providers, read from <url>/manifests, and of files with {"skills": [manifest, …]}.
`;
const published = z.object({ skills: z.array(z.unknown()) });
const PATIENCE_MS = 10_000;

async function write(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      lang: { type: 'string', default: 'en' },
      provider: { type: 'string', multiple: true, default: [] },
      manifests: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  const { out, lang, provider, manifests, help } = values;
  const asked = out !== undefined && provider.length + manifests.length > 0 && (lang === 'en' || lang === 'zh');
  if (help || !asked) {
    process.stdout.write(USAGE);
    process.exitCode = help ? 0 : 2;
    return;
  }
  const all = await Promise.all([...provider.map(servedBy), ...manifests.map(keptIn)]);
  await mkdir(out, { recursive: true });
  const files = catalogueFiles(all.flat(), lang);
  for (const [name, text] of files) await writeFile(join(out, name), text);
  process.stdout.write(`wrote ${files.size} pages to ${out}\n`);
}

async function servedBy(url: string): Promise<readonly unknown[]> {
  const response = await fetch(`${url.replace(/\/$/, '')}/manifests`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  return published.parse(await response.json()).skills;
}

const keptIn = async (file: string): Promise<readonly unknown[]> =>
  published.parse(JSON.parse(await readFile(file, 'utf8'))).skills;

void write();
