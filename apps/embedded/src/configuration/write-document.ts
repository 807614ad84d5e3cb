import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationDocument } from './configuration-document';

/** `npm run generate:configuration`: writes deploy/CONFIGURATION.md from the definitions. */
const path = join(__dirname, '../../../../deploy/CONFIGURATION.md');
writeFileSync(path, configurationDocument());
process.stdout.write(`wrote ${path}\n`);
