import type { CallHealth } from '../protection/circuit';
import { isAttributable } from './attributable';
import type { GatewayCode } from './gateway-code';
import type { Verdict } from './verdict';

/** Given by the gateway without a fault of the provider: nothing is learned of how it fares. */
const NO_NEWS: ReadonlySet<string> = new Set<GatewayCode>([
  'cancelled',
  'deadline_exceeded',
  'invalid_arguments',
  'provider_overloaded',
  'unknown_skill',
]);

/**
 * What one answered try says of its provider. An error of the contract is an answer like any other. `cutShort`: the caller's time ended
 * before the contract's, so that an answer that did not come is no fault.
 */
export function healthOf(verdict: Verdict, cutShort: boolean): CallHealth {
  if (verdict.kind === 'succeeded') return 'ok';
  const { code } = verdict.error;
  if (NO_NEWS.has(code)) return 'neutral';
  if (!isAttributable(code)) return 'ok';
  return cutShort ? 'neutral' : 'fault';
}
