import { TransientError } from '@plinth/kernel';
import { z } from 'zod';
import { ProviderDirectory } from '../../../ports/provider-directory';
import { jsonBody } from '../provider-schemes/json-body';
import { exchange } from './exchange';

const TIMEOUT_MS = 2_000;
const MAX_BYTES = 4 * 1_024 * 1_024;
const published = z.object({ skills: z.array(z.unknown()) });

/** `GET <url>/manifests` → `{"skills": [manifest, …]}`, and `GET <url>/metrics`. */
export class HttpProviderDirectory extends ProviderDirectory {
  async manifests(providerUrl: string): Promise<readonly unknown[]> {
    const { status, body } = await page(providerUrl, 'manifests', 'application/json');
    const parsed = published.safeParse(status === 200 ? jsonBody(body) : undefined);
    if (parsed.success) return parsed.data.skills;
    throw new TransientError('manifests_unreadable', `A provider's manifests cannot be read (status ${status}).`);
  }

  override async metrics(providerUrl: string): Promise<string> {
    const { status, body } = await page(providerUrl, 'metrics', 'text/plain');
    return status === 200 ? body.toString('utf8') : '';
  }
}

async function page(providerUrl: string, name: string, accept: string) {
  const answer = await exchange({
    ...{ method: 'GET', url: new URL(`${providerUrl.replace(/\/$/, '')}/${name}`), headers: { accept } },
    ...{ timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, agent: undefined },
  });
  if (answer.kind === 'response') return answer;
  throw new TransientError('provider_unreachable', `A provider gave ${answer.kind}.`);
}
