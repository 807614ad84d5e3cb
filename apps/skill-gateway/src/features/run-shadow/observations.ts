import type { Clock } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import type { DifferenceSample, DifferenceShelf } from '../../ports/difference-shelf';
import type { FigureBook } from '../../ports/figure-book';
import type { OutcomeLedger, ServedCall } from '../../ports/outcome-ledger';
import type { Pace } from '../../ports/pace';
import type { RecordedCall, RecordedCalls } from '../../ports/recorded-calls';
import type { ReplayLedger } from '../../ports/replay-ledger';
import type { ShadowRuns } from '../../ports/shadow-runs';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import type { SkillProvider } from '../../ports/skill-provider';
import { ProviderGuard } from '../invoke-skill/provider-guard';
import { CallAside } from './call-aside';
import { FigureTally } from './figure-tally';
import { countDropped, ObserveCalls, type Observation } from './observe-calls';
import { Outbox } from './outbox';
import { RunShadow, type ShadowEvidence, type ShadowSettings } from './run-shadow';
import { ShadowPool, type ShadowPoolSettings } from './shadow-pool';

export interface ObservationParts {
  readonly catalogue: SkillCatalogue;
  readonly provider: SkillProvider;
  readonly figures: FigureBook;
  readonly outcomes: OutcomeLedger;
  readonly shelf: DifferenceShelf;
  readonly recordings: RecordedCalls;
  readonly replays: Pick<ReplayLedger, 'prune'>;
  /** The counts by which the guards of rollouts judge. */
  readonly evidence: ShadowEvidence;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error'>;
}

export interface ObservationSettings extends ShadowPoolSettings, ShadowSettings {
  /** Unique to the life of this process. */
  readonly process: string;
  /** Skills whose calls are recorded for replays. */
  readonly recorded: ReadonlySet<string>;
  /** Notes that wait to be written at most, of each kind. */
  readonly heldNotes: number;
  readonly keepRecordingsMs: number;
  readonly keepFiguresMs: number;
}

/** All that is learned beside calls, in this process. */
export class Observations {
  readonly runs: ShadowRuns;
  readonly pool: ShadowPool;
  readonly aside: CallAside;
  private readonly tally: FigureTally;
  private readonly outboxes: readonly { flush(): Promise<void> }[];

  constructor(
    private readonly parts: ObservationParts,
    private readonly settings: ObservationSettings,
  ) {
    const { catalogue, pace, clock, logger } = parts;
    const outbox = <T>(kind: Observation, write: (items: readonly T[]) => Promise<void>) =>
      new Outbox<T>(settings.heldNotes, write, () => countDropped(kind));
    const served = outbox<ServedCall>('served', (calls) => parts.outcomes.keepServed(calls));
    const recordings = outbox<RecordedCall>('recording', (calls) => parts.recordings.keep(calls));
    const samples = outbox<DifferenceSample>('sample', (found) => parts.shelf.keep(found));
    this.outboxes = [served, recordings, samples];
    this.tally = new FigureTally(parts.figures, clock, settings.process);
    this.pool = new ShadowPool(settings);
    this.aside = new CallAside(parts.provider, new ProviderGuard(pace, 'shadow'), pace, logger);
    const { aside, pool, tally } = this;
    const shadow = new RunShadow(catalogue, aside, pool, tally, parts.evidence, samples, pace, clock, settings);
    this.runs = new ObserveCalls(catalogue, tally, served, recordings, shadow, clock, logger, settings.recorded);
  }

  /** Writes down what waits. Throws what a store throws; the rest is written all the same, and what was not waits on. */
  async flush(): Promise<void> {
    const results = await Promise.allSettled([this.tally, ...this.outboxes].map((part) => part.flush()));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Forgets what has been kept long enough. Throws TransientError when the store is away. */
  async prune(): Promise<void> {
    const nowMs = this.parts.clock.now();
    const { keepFiguresMs, keepRecordingsMs } = this.settings;
    const { figures, outcomes, shelf, replays } = this.parts;
    for (const store of [figures, outcomes, shelf, replays]) await store.prune(nowMs - keepFiguresMs);
    await this.parts.recordings.prune(nowMs - keepRecordingsMs);
  }
}
