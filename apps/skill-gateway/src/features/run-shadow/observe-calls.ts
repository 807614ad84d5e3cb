import type { Clock } from '@plinth/kernel';
import { counter, zero, type Logger } from '@plinth/telemetry';
import { isComparable } from '../../domain/comparison/compare-replies';
import { isAttributable } from '../../domain/outcome/attributable';
import { isWatched } from '../../domain/rollout/rollout';
import type { ServedCall } from '../../ports/outcome-ledger';
import type { RecordedCall } from '../../ports/recorded-calls';
import { ShadowRuns, type AnsweredCall } from '../../ports/shadow-runs';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import type { FigureTally } from './figure-tally';
import type { Outbox } from './outbox';
import type { RunShadow } from './run-shadow';

export type Observation = 'served' | 'recording' | 'sample';

/** Makes the metrics of what is learned beside calls exist before their first event. */
function zeroObservationMetrics(): void {
  zero('plinth_skill_shadow_runs_total', { skill: [], version: [], outcome: [] });
  zero('plinth_skill_observations_dropped_total', { kind: ['served', 'recording', 'sample'] });
}

export function countDropped(kind: Observation): void {
  counter('plinth_skill_observations_dropped_total').labels(kind).inc();
}

/** Takes note of every answered call: figures and served versions while a rollout is under way, recordings where they are wanted. */
export class ObserveCalls extends ShadowRuns {
  constructor(
    private readonly catalogue: SkillCatalogue,
    private readonly tally: FigureTally,
    private readonly served: Outbox<ServedCall>,
    private readonly recordings: Outbox<RecordedCall>,
    private readonly shadow: Pick<RunShadow, 'begin'>,
    private readonly clock: Clock,
    private readonly logger: Pick<Logger, 'error'>,
    /** Skills whose calls are recorded for replays. */
    private readonly recorded: ReadonlySet<string>,
  ) {
    super();
    zeroObservationMetrics();
  }

  offer(call: AnsweredCall): void {
    try {
      if (this.recorded.has(call.invocation.skill)) this.record(call);
      if (isWatched(call.routed.rollout)) this.note(call);
    } catch (error) {
      this.logger.error({ err: error, command: call.invocation.origin.commandId }, 'A call could not be taken note of');
    }
  }

  private note(call: AnsweredCall): void {
    const { invocation, reply, routed } = call;
    const { skill, version, lane, userId, origin } = invocation;
    const contract =
      version === undefined ? undefined : this.catalogue.current().skills.get(skill)?.versions.get(version);
    if (version === undefined || lane === undefined || !contract) return;
    const faulty = reply.kind === 'failed' && isAttributable(reply.data.error.code);
    if (faulty || isComparable(contract, reply)) {
      const series = { skill, version, measure: 'live', against: '' } as const;
      this.tally.count(series, { kind: 'call', faulty, durationMs: reply.data.duration_ms });
    }
    const { tenant, commandId, session, turn } = origin;
    this.served.add({ tenant, commandId, session, turn, userId, skill, version, lane, atMs: this.madeAt(call) });
    if (routed.shadow) this.shadow.begin({ ...call, madeAtMs: this.madeAt(call) });
  }

  /** What acts is in the ledger already. */
  private record(call: AnsweredCall): void {
    const { invocation, reply } = call;
    const { origin, skill, version, userId, input } = invocation;
    if (version === undefined || !input || reply.data.effect !== 'read') return;
    const { tenant, commandId, session, turn } = origin;
    const at = { tenant, commandId, session, turn, userId, skill, version };
    this.recordings.add({ ...at, atMs: this.madeAt(call), input, reply });
  }

  /** Where nobody says it, it was made before its provider was asked. */
  private madeAt({ madeAtMs, reply }: AnsweredCall): number {
    return madeAtMs ?? Math.floor(this.clock.now() - reply.data.duration_ms);
  }
}
