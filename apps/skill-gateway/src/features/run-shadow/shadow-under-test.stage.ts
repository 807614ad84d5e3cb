import type { SkillManifest } from '@plinth/contracts';
import { FixedClock, messageId, sessionId, tenantId, turnId, type JsonObject } from '@plinth/kernel';
import { defaultPlan } from '@plinth/rollout';
import { createLogger, type Logger } from '@plinth/telemetry';
import { InProcessFigureBook } from '../../adapters/outbound/in-process/in-process-figure-book';
import { manifestDefaults } from '../../domain/contract/manifest-defaults.stage';
import type { ProviderAnswer } from '../../domain/outcome/provider-answer';
import { firstRollout, type Rollout } from '../../domain/rollout/rollout';
import type { SkillReply } from '../../domain/outcome/skill-reply';
import { DifferenceShelf, type DifferenceSample } from '../../ports/difference-shelf';
import { OutcomeLedger, type ServedCall } from '../../ports/outcome-ledger';
import type { AnsweredCall } from '../../ports/shadow-runs';
import { SkillProvider, type SkillRequest } from '../../ports/skill-provider';
import { FixedCatalogue, TestPace } from '../invoke-skill/gateway-under-test.stage';
import { ListedCalls } from '../../ports/listed-calls.stage';
import { Observations } from './observations';
import type { ShadowSettings } from './run-shadow';
import type { ShadowPoolSettings } from './shadow-pool';

/** Two versions of a skill that tells the stock of a city. */
export const stockSkill = (version: string, over: Partial<SkillManifest> = {}): SkillManifest => ({
  ...{ name: 'stock', version, description: 'Tells the stock.', trigger: 'stock', effect: 'read' },
  ...{ confirmation_required: false, idempotency: 'key', sla: { p95_ms: 10 }, timeout_ms: 1_000 },
  errors: [{ code: 'no_such_city', retryable: false, description: 'Unknown.' }],
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  output_schema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
  ...manifestDefaults,
  shadow: 'safe',
  ...over,
});

export const answered = (result: JsonObject): ProviderAnswer => ({ kind: 'answered', result, receipt: undefined });

/** Answers as the versions are told to, and remembers what it was asked. */
export class VersionedProvider extends SkillProvider {
  readonly requests: SkillRequest[] = [];
  readonly answers = new Map<string, () => ProviderAnswer | Promise<ProviderAnswer>>();

  async call(request: SkillRequest): Promise<ProviderAnswer> {
    this.requests.push(request);
    const answer = this.answers.get(request.version);
    return answer ? answer() : { kind: 'not_sent' };
  }
}

/** In its shadow stage. */
export const STOCK_ROLLOUT: Rollout = {
  ...firstRollout('stock', '1.0.0', defaultPlan()),
  ...{ candidate: '2.0.0', status: 'running', stage: 1, run: 1 },
};

let commands = 0;

/** A call that version 1.0.0 has answered with a count of 3. */
export function answeredCall(over: Partial<AnsweredCall> = {}, user = 'li'): AnsweredCall {
  commands += 1;
  const served = { skill: 'stock', version: '1.0.0', lane: 'baseline' } as const;
  const reply: SkillReply = {
    kind: 'succeeded',
    data: { ...served, effect: 'read', duration_ms: 5, attempts: 1, result: { count: 3 } },
  };
  return {
    invocation: {
      origin: {
        ...{ tenant: tenantId('default'), commandId: messageId(`c-${commands}`) },
        ...{ session: sessionId('s'), turn: turnId(`t-${commands}`), request: undefined, trace: {} },
      },
      ...served,
      userId: user,
      input: { arguments: { city: 'Rome' }, locale: 'en', attributes: {} },
    },
    reply,
    madeAtMs: 999_000,
    routed: { rollout: STOCK_ROLLOUT, stage: 'vip', shadow: true },
    ...over,
  };
}

/** What observes calls, on stores in memory. */
export function shadowUnderTest(
  manifests: readonly SkillManifest[] = [stockSkill('1.0.0'), stockSkill('2.0.0')],
  settings: Partial<ShadowSettings & ShadowPoolSettings> & { readonly logger?: Logger } = {},
) {
  const { noiseFirst = 0, noiseShare = 0, atOnce = 2, waiting = 2 } = settings;
  const logger = settings.logger ?? createLogger({ service: 'skill-gateway', level: 'silent' });
  const clock = new FixedClock(1_000_000);
  const catalogue = FixedCatalogue.of(...manifests);
  const provider = new VersionedProvider();
  const pace = new TestPace();
  const figures = new InProcessFigureBook();
  const outcomes = new ListedServed();
  const shelf = new ListedSamples();
  const recordings = new ListedCalls([]);
  const replays = { prune: jest.fn(async () => undefined) };
  const told: unknown[][] = [];
  const evidence = {
    answered: (...heard: unknown[]) => void told.push(heard.slice(1)),
    compared: (...heard: unknown[]) => void told.push(heard.slice(1)),
  };
  const observations = new Observations(
    { catalogue, provider, figures, outcomes, shelf, recordings, replays, evidence, pace, clock, logger },
    {
      ...{ noiseFirst, noiseShare, atOnce, waiting, process: 'process-1', recorded: new Set(['stock']) },
      ...{ heldNotes: 100, keepRecordingsMs: 1_000, keepFiguresMs: 1_000 },
    },
  );
  const { runs, pool, aside } = observations;
  return {
    ...{ clock, catalogue, provider, pace, figures, pool, aside, observations, told },
    observe: runs,
    ...{ samples: shelf.samples, served: outcomes.calls, recordings: recordings.calls },
    /** Ends what runs and writes everything down. */
    settle: async () => {
      await pool.settled();
      await observations.flush();
    },
    sumOf: async (measure: string) => (await figures.sum('stock', 0)).find((series) => series.measure === measure),
  };
}

class ListedSamples extends DifferenceShelf {
  readonly samples: DifferenceSample[] = [];

  async keep(samples: readonly DifferenceSample[]): Promise<void> {
    this.samples.push(...samples);
  }

  async latest(): Promise<readonly DifferenceSample[]> {
    return this.samples;
  }

  async prune(): Promise<void> {
    this.samples.length = 0;
  }
}

class ListedServed extends OutcomeLedger {
  readonly calls: ServedCall[] = [];

  async keepServed(calls: readonly ServedCall[]): Promise<void> {
    this.calls.push(...calls);
  }

  async keepOutcome(): Promise<void> {
    return Promise.resolve();
  }

  async figures() {
    return { versions: [], unmatched: 0 };
  }

  async prune(): Promise<void> {
    this.calls.length = 0;
  }
}
