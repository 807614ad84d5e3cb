import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncApiDocument } from '@plinth/contracts';

/** `npm run generate:asyncapi`: writes libs/contracts/asyncapi.json from the message definitions. */
const path = join(__dirname, '../../libs/contracts/asyncapi.json');
writeFileSync(path, `${JSON.stringify(asyncApiDocument('0.1.0'), null, 2)}\n`);
console.log(`wrote ${path}`);
