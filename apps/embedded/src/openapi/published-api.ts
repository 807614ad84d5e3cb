import { join } from 'node:path';
import { openApiDocument } from '@plinth/http';
import { controllersOf, type ApiName } from './controller-classes';

const TITLES: Readonly<Record<ApiName, string>> = {
  orchestrator: 'Plinth orchestrator',
  memory: 'Plinth memory',
  reflection: 'Plinth reflection',
  'skill-gateway': 'Plinth skill gateway',
  plinth: 'Plinth',
};
const VERSION = '0.1.0';

/** Where the document of an API is published. */
export const publishedAt = (api: ApiName): string =>
  join(__dirname, '../../../../libs/contracts/openapi', `${api}.json`);

export async function publishedText(api: ApiName): Promise<string> {
  const document = openApiDocument({ title: TITLES[api], version: VERSION }, await controllersOf(api));
  return `${JSON.stringify(document, null, 2)}\n`;
}
