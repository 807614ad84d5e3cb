import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { API_NAMES } from './controller-classes';
import { publishedAt, publishedText } from './published-api';

/** `npm run generate:openapi`: writes libs/contracts/openapi/ from the routes. */
async function write(): Promise<void> {
  for (const api of API_NAMES) {
    const path = publishedAt(api);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, await publishedText(api));
    process.stdout.write(`wrote ${path}\n`);
  }
}

void write();
