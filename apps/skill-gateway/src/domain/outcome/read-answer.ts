import { MAX_DEPTH } from '@plinth/kernel';
import { nestsDeeper } from '../contract/text-faults';
import type { ProviderAnswer } from './provider-answer';

/** Half of what a message on the bus may be, since the reply carries the result and its receipt. */
export const MAX_ANSWER_BYTES = 128 * 1_024;

/** What a provider said of a success, whatever protocol it came by, under the bounds that hold for all of them. */
export function readAnswer(said: Readonly<Record<string, unknown>>, readBytes: number): ProviderAnswer {
  if (!Object.hasOwn(said, 'result')) return { kind: 'garbled', rule: 'wrong_shape' };
  if (nestsDeeper(said, MAX_DEPTH + 1)) return { kind: 'garbled', rule: 'max_depth' };
  if (writtenBytes(said, readBytes) > MAX_ANSWER_BYTES) return { kind: 'garbled', rule: 'too_large' };
  return { kind: 'answered', result: said.result, receipt: said.receipt };
}

/** As we write it: `1e20` grows by five. Only what could grow past the bound is written to find out. */
function writtenBytes(said: unknown, readBytes: number): number {
  return readBytes * 8 > MAX_ANSWER_BYTES ? Buffer.byteLength(JSON.stringify(said)) : readBytes;
}
