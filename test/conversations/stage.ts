import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TurnClient } from '@plinth/testing';

/** A running system, of either profile, as the claims about conversations meet it. */
export interface Stage {
  /** The public API. */
  readonly turns: TurnClient;
  /** Memory's own API. */
  readonly memory: TurnClient;
  readonly dataDir: string;
}

export interface Effect {
  /** Tenant, skill and idempotency key, as the sample provider keeps them. */
  readonly key: string;
  readonly result: Readonly<Record<string, unknown>>;
}

/** What the sample skills have done, one entry an effect. */
export async function effectsOf(dataDir: string, skill: string): Promise<readonly Effect[]> {
  const text = await readFile(join(dataDir, 'samples', 'effects.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Effect)
    .filter(({ key }) => (JSON.parse(key) as string[])[1] === skill);
}
