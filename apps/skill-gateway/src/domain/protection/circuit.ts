/**
 * A circuit breaker as a pure state machine (S6): closed → open → half open → closed; times are milliseconds of any one clock.
 * 1. While it is open no call is admitted; half open at most `probes` are, under way and proven together.
 * 2. It opens only on `minCalls` or more that count within the window, of which at least the share `maxFaultShare` were faults.
 * 3. What began in an earlier epoch changes nothing: a late answer neither opens nor closes what has moved on.
 * 4. It closes only when `probes` calls of this epoch went well, and then knows nothing of what was before.
 */
export interface CircuitSettings {
  readonly windowMs: number;
  readonly minCalls: number;
  /** 0 … 1 */
  readonly maxFaultShare: number;
  /** How long it stays open first; twice as long after each probe that fails, up to `maxOpenMs`. */
  readonly openMs: number;
  readonly maxOpenMs: number;
  readonly probes: number;
}

export const CIRCUIT: CircuitSettings = {
  windowMs: 10_000,
  minCalls: 20,
  maxFaultShare: 0.5,
  openMs: 5_000,
  maxOpenMs: 60_000,
  probes: 3,
};

/** What a call says of its provider: `neutral` is no news, such as a caller's mistake or a refusal for load. */
export type CallHealth = 'ok' | 'fault' | 'neutral';

interface Slice {
  readonly number: number;
  readonly calls: number;
  readonly faults: number;
}

export type Circuit =
  | { readonly kind: 'closed'; readonly epoch: number; readonly slices: readonly Slice[] }
  | { readonly kind: 'open'; readonly epoch: number; readonly untilMs: number; readonly openings: number }
  | {
      readonly kind: 'half_open';
      readonly epoch: number;
      readonly underWay: number;
      readonly proven: number;
      readonly openings: number;
    };

export const CLOSED: Circuit = { kind: 'closed', epoch: 0, slices: [] };

const SLICES = 10;
/** When to ask again while the probes are out. */
const PROBING_MS = 1_000;

export type CircuitAdmission =
  | { readonly circuit: Circuit; readonly admitted: true }
  | { readonly circuit: Circuit; readonly admitted: false; readonly retryAfterMs: number };

/** Whether a call may go to the provider. One that is admitted belongs to the epoch of the circuit that comes back, and is recorded once. */
export function admitCall(circuit: Circuit, nowMs: number, settings = CIRCUIT): CircuitAdmission {
  switch (circuit.kind) {
    case 'closed':
      return { circuit, admitted: true };
    case 'open':
      if (nowMs < circuit.untilMs) return { circuit, admitted: false, retryAfterMs: circuit.untilMs - nowMs };
      return {
        circuit: { ...circuit, kind: 'half_open', epoch: circuit.epoch + 1, underWay: 1, proven: 0 },
        admitted: true,
      };
    case 'half_open':
      if (circuit.underWay + circuit.proven >= settings.probes)
        return { circuit, admitted: false, retryAfterMs: PROBING_MS };
      return { circuit: { ...circuit, underWay: circuit.underWay + 1 }, admitted: true };
  }
}

/** What came of a call that was admitted in `epoch`. */
export function recordCall(
  circuit: Circuit,
  epoch: number,
  health: CallHealth,
  nowMs: number,
  settings = CIRCUIT,
): Circuit {
  if (circuit.epoch !== epoch || circuit.kind === 'open') return circuit;
  if (circuit.kind === 'half_open') return recordProbe(circuit, health, nowMs, settings);
  if (health === 'neutral') return circuit;
  const slices = counted(circuit.slices, Math.floor((nowMs * SLICES) / settings.windowMs), health);
  const calls = slices.reduce((sum, slice) => sum + slice.calls, 0);
  const faults = slices.reduce((sum, slice) => sum + slice.faults, 0);
  const opens = health === 'fault' && calls >= settings.minCalls && faults >= calls * settings.maxFaultShare;
  return opens ? openAfter(epoch, 0, nowMs, settings) : { ...circuit, slices };
}

function recordProbe(
  circuit: Extract<Circuit, { kind: 'half_open' }>,
  health: CallHealth,
  nowMs: number,
  settings: CircuitSettings,
): Circuit {
  if (health === 'fault') return openAfter(circuit.epoch, circuit.openings, nowMs, settings);
  const underWay = circuit.underWay - 1;
  const proven = circuit.proven + (health === 'ok' ? 1 : 0);
  return proven >= settings.probes
    ? { kind: 'closed', epoch: circuit.epoch + 1, slices: [] }
    : { ...circuit, underWay, proven };
}

function openAfter(epoch: number, openings: number, nowMs: number, settings: CircuitSettings): Circuit {
  const openMs = Math.min(settings.maxOpenMs, settings.openMs * 2 ** openings);
  return { kind: 'open', epoch: epoch + 1, untilMs: nowMs + openMs, openings: openings + 1 };
}

/** The slices of the window that ends with slice `number`, with one more call in it. */
function counted(slices: readonly Slice[], number: number, health: CallHealth): readonly Slice[] {
  const faults = health === 'fault' ? 1 : 0;
  const last = slices.at(-1);
  if (last && last.number >= number)
    return [...slices.slice(0, -1), { number: last.number, calls: last.calls + 1, faults: last.faults + faults }];
  return [...slices.filter((slice) => slice.number > number - SLICES), { number, calls: 1, faults }];
}
