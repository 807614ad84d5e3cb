import { TransientError } from '@plinth/kernel';
import { z } from 'zod';
import { ProviderDirectory } from '../../../ports/provider-directory';
import { exchange } from './exchange';

const TIMEOUT_MS = 2_000;
const MAX_BYTES = 4 * 1_024 * 1_024;
const published = z.object({ skills: z.array(z.unknown()) });

/** `GET <url>/manifests` → `{"skills": [manifest, …]}`. */
export class HttpProviderDirectory extends ProviderDirectory {
  async manifests(providerUrl: string): Promise<readonly unknown[]> {
    const url = new URL(`${providerUrl.replace(/\/$/, '')}/manifests`);
    const headers = { accept: 'application/json' };
    const answer = await exchange({
      method: 'GET',
      url,
      headers,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      agent: undefined,
    });
    if (answer.kind !== 'response') throw new TransientError('provider_unreachable', `A provider gave ${answer.kind}.`);
    const parsed = published.safeParse(answer.status === 200 ? jsonOf(answer.body) : undefined);
    if (parsed.success) return parsed.data.skills;
    throw new TransientError(
      'manifests_unreadable',
      `A provider's manifests cannot be read (status ${answer.status}).`,
    );
  }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new TransientError('manifests_unreadable', "A provider's manifests are no JSON.", { cause: error });
  }
}
