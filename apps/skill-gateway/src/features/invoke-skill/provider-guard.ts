import type { SkillManifest } from '@plinth/contracts';
import { EMPTY_BULKHEAD, enter, giveUp, leave, type Bulkhead } from '../../domain/protection/bulkhead';
import { admitCall, CLOSED, recordCall, type CallHealth, type Circuit } from '../../domain/protection/circuit';
import { limitsOf, LONGEST_WAIT_MS } from '../../domain/protection/limits';
import { fullBucket, takeToken, type TokenBucket } from '../../domain/protection/token-bucket';
import type { Pace } from '../../ports/pace';
import { countHeldOff, showCircuit, showPlaces, zeroGuardMetrics, type GuardedUse } from './guard-metrics';

export type HeldOffCode = 'circuit_open' | 'too_many_calls' | 'rate_limited';

/** A place of one try. Left once, whatever the call comes to: what comes after the first `leave` changes nothing. */
export interface Entered {
  readonly kind: 'entered';
  readonly leave: (health: CallHealth) => void;
}

export interface HeldOff {
  readonly kind: 'held_off';
  readonly code: HeldOffCode;
  readonly retryAfterMs: number;
}

interface Guarded {
  readonly manifest: Pick<SkillManifest, 'name' | 'version'>;
  circuit: Circuit;
  bulkhead: Bulkhead;
  bucket: TokenBucket | undefined;
  readonly waiters: Map<number, () => void>;
}

type Limited = Pick<SkillManifest, 'name' | 'version' | 'limits'>;

/**
 * Stands before the providers of one use (S6): breaker, rate and bulkhead of each version of each skill, in this process. Comparison
 * runs have a guard of their own, so that what they do never holds a user off. Owns the states; all decisions are the domain's.
 * 1. Who enters leaves once; until then its place is taken.
 * 2. Who is held off has taken no place, and its provider heard nothing.
 */
export class ProviderGuard {
  private readonly guarded = new Map<string, Guarded>();
  private callers = 0;

  constructor(
    private readonly pace: Pace,
    private readonly use: GuardedUse,
  ) {
    zeroGuardMetrics();
  }

  /** Waits for a place for half of `leftMs` at most, and never longer than `LONGEST_WAIT_MS`. */
  async enter(manifest: Limited, leftMs: number): Promise<Entered | HeldOff> {
    const guarded = this.of(manifest);
    const heldOff = this.beforeWaiting(guarded, manifest);
    if (heldOff) return this.counted(guarded, heldOff);
    const hasPlace = await this.takePlace(guarded, manifest, Math.min(LONGEST_WAIT_MS, leftMs / 2));
    if (!hasPlace)
      return this.counted(guarded, { kind: 'held_off', code: 'too_many_calls', retryAfterMs: LONGEST_WAIT_MS });
    const admission = admitCall(guarded.circuit, this.pace.elapsedMs());
    this.turn(guarded, admission.circuit);
    if (!admission.admitted) {
      this.leavePlace(guarded, manifest);
      return this.counted(guarded, { kind: 'held_off', code: 'circuit_open', retryAfterMs: admission.retryAfterMs });
    }
    const { epoch } = admission.circuit;
    let inside = true;
    return {
      kind: 'entered',
      leave: (health) => {
        if (!inside) return;
        inside = false;
        this.turn(guarded, recordCall(guarded.circuit, epoch, health, this.pace.elapsedMs()));
        this.leavePlace(guarded, manifest);
      },
    };
  }

  private beforeWaiting(guarded: Guarded, manifest: Limited): HeldOff | undefined {
    const nowMs = this.pace.elapsedMs();
    const { circuit } = guarded;
    if (circuit.kind === 'open' && nowMs < circuit.untilMs)
      return { kind: 'held_off', code: 'circuit_open', retryAfterMs: circuit.untilMs - nowMs };
    const { perSecond } = limitsOf(manifest);
    if (perSecond === undefined) return undefined;
    const taken = takeToken(guarded.bucket ?? fullBucket(perSecond, nowMs), perSecond, nowMs);
    guarded.bucket = taken.bucket;
    const { retryAfterMs } = taken;
    return retryAfterMs === undefined ? undefined : { kind: 'held_off', code: 'rate_limited', retryAfterMs };
  }

  private async takePlace(guarded: Guarded, manifest: Limited, waitMs: number): Promise<boolean> {
    const caller = (this.callers += 1);
    const { bulkhead, entered } = enter(guarded.bulkhead, caller, limitsOf(manifest));
    guarded.bulkhead = bulkhead;
    this.show(guarded);
    if (entered !== 'waits') return entered === 'at_once';
    const called = new AbortController();
    const place = new Promise<void>((resolve) => guarded.waiters.set(caller, resolve));
    await Promise.race([place, this.pace.sleep(waitMs, called.signal)]);
    called.abort();
    if (!guarded.waiters.delete(caller)) return true;
    guarded.bulkhead = giveUp(guarded.bulkhead, caller);
    this.show(guarded);
    return false;
  }

  private leavePlace(guarded: Guarded, manifest: Limited): void {
    const { bulkhead, next } = leave(guarded.bulkhead, limitsOf(manifest));
    guarded.bulkhead = bulkhead;
    this.show(guarded);
    if (next === undefined) return;
    const call = guarded.waiters.get(next);
    guarded.waiters.delete(next);
    call?.();
  }

  private of(manifest: Limited): Guarded {
    const key = `${manifest.name} ${manifest.version}`;
    const known = this.guarded.get(key);
    if (known) return known;
    const { name, version } = manifest;
    const fresh: Guarded = {
      manifest: { name, version },
      circuit: CLOSED,
      bulkhead: EMPTY_BULKHEAD,
      bucket: undefined,
      waiters: new Map(),
    };
    this.guarded.set(key, fresh);
    showCircuit(fresh.manifest, this.use, fresh.circuit.kind);
    return fresh;
  }

  private turn(guarded: Guarded, circuit: Circuit): void {
    if (circuit.kind !== guarded.circuit.kind) showCircuit(guarded.manifest, this.use, circuit.kind);
    guarded.circuit = circuit;
  }

  private show({ manifest, bulkhead }: Guarded): void {
    showPlaces(manifest, this.use, bulkhead);
  }

  private counted(guarded: Guarded, heldOff: HeldOff): HeldOff {
    countHeldOff(guarded.manifest, this.use, heldOff.code);
    return heldOff;
  }
}
