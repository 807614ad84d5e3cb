import { RETENTION_HOURS, SERVICE_NAMES } from '@plinth/contracts';
import type { Erasure, ErasureAnswer, Verified } from '../../ports/erasure-ledger';
import { layersOf, type Layers } from './layers';

export interface ErasureReceipt {
  readonly erasure_id: string;
  readonly user_id: string;
  readonly status: 'completed' | 'running';
  readonly requested_at: string;
  readonly completed_at?: string;
  readonly services: Readonly<
    Record<string, { readonly counts: Readonly<Record<string, number>>; readonly refused: ErasureAnswer['refused'] }>
  >;
  /** The counts of all services, by the layer that held the personal text. */
  readonly layers: Layers;
  /** What memory's own search found afterwards; absent until it was made. */
  readonly verified?: Verified;
  /** What stays without any text, and why. */
  readonly kept: readonly { readonly what: string; readonly reason: string }[];
  /** Copies that no service can reach and that end by themselves. */
  readonly copies: readonly { readonly where: string; readonly expires_at: string }[];
}

/** How long a replica that did not take the command may keep a session in memory; it never serves it, since its version is old. */
const PROCESS_COPY_MS = 600_000;

const KEPT: ErasureReceipt['kept'] = [
  {
    what: 'sessions',
    reason: 'id, version and start alone: the id stays bound to its user, and no copy of before counts again',
  },
  { what: 'session_updates', reason: 'one mark a session that it was emptied' },
  { what: 'erasures', reason: 'the mark by which what was said before is refused, and the counts of this receipt' },
  { what: 'inbox', reason: 'the counts of this erasure, until recorded replies end' },
  { what: 'session_events', reason: 'ids, codes and times of turns, without any text' },
];

/** Complete when every service has answered; it names what was refused, and until when the broker's copies live. */
export function receiptOf(erasure: Erasure, answers: readonly ErasureAnswer[], verified?: Verified): ErasureReceipt {
  const complete = SERVICE_NAMES.every((service) => answers.some((answer) => answer.service === service));
  const last = Math.max(erasure.requestedAtMs, ...answers.map(({ answeredAtMs }) => answeredAtMs));
  return {
    erasure_id: erasure.erasureId,
    user_id: erasure.userId,
    status: complete ? 'completed' : 'running',
    requested_at: iso(erasure.requestedAtMs),
    ...(complete ? { completed_at: iso(last) } : {}),
    services: Object.fromEntries(answers.map(({ service, counts, refused }) => [service, { counts, refused }])),
    layers: layersOf(answers.map(({ counts }) => counts)),
    ...(verified ? { verified } : {}),
    kept: KEPT,
    copies: [
      { where: 'broker', expires_at: iso(erasure.requestedAtMs + RETENTION_HOURS * 3_600_000) },
      { where: 'memory_of_replicas', expires_at: iso(last + PROCESS_COPY_MS) },
    ],
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();
