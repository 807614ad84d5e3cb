import type { DataOf, skillInvoke, SkillManifest } from '@plinth/contracts';
import {
  FixedClock,
  messageId,
  RandomIds,
  sessionId,
  tenantId,
  turnId,
  type Clock,
  type JsonObject,
} from '@plinth/kernel';
import { createLogger, type Logger } from '@plinth/telemetry';
import { buildCatalogue, type Catalogue } from '../../domain/catalogue/catalogue';
import { manifestDefaults } from '../../domain/contract/manifest-defaults.stage';
import type { ProviderAnswer } from '../../domain/outcome/provider-answer';
import type { SkillReply } from '../../domain/outcome/skill-reply';
import { firstBaselines } from '../../domain/rollout/first-baselines';
import { InProcessAttachmentStore } from '../../adapters/outbound/in-process/in-process-attachment-store';
import { InProcessInvocationLedger } from '../../adapters/outbound/in-process/in-process-invocation-ledger';
import type { AttachmentStore } from '../../ports/attachment-store';
import type { CommandOrigin, InvocationLedger } from '../../ports/invocation-ledger';
import { Pace } from '../../ports/pace';
import { ReplySender } from '../../ports/reply-sender';
import { SigningSecret } from '../../ports/signing-secret';
import { SkillCatalogue } from '../../ports/skill-catalogue';
import { SkillProvider, type SkillRequest } from '../../ports/skill-provider';
import { InvokeDirectly } from '../invoke-directly/invoke-directly';
import { SweepInvocations } from '../sweep-invocations/sweep-invocations';
import { Admissions, type Traffic } from './admissions';
import { CallSkill, type CallNotes } from './call-skill';
import { HeldLeases } from './held-leases';
import { InvokeSkill } from './invoke-skill';
import { ProviderGuard } from './provider-guard';
import { RunInvocation } from './run-invocation';
import { ShortenResult } from './shorten-result';

export const TENANT = tenantId('default');
export const LEASE_MS = 10_000;

export const bookRoom = (over: Partial<SkillManifest> = {}): SkillManifest => ({
  ...{ name: 'book_room', version: '1.0.0', description: 'Books one room.', trigger: 'a room', effect: 'write' },
  ...{ confirmation_required: false, idempotency: 'key', sla: { p95_ms: 10 }, timeout_ms: 1_000 },
  errors: [
    { code: 'sold_out', retryable: false, description: 'No room is left.' },
    { code: 'busy', retryable: true, description: 'Try again.' },
  ],
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  output_schema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  receipt: { fields: ['id'] },
  ...manifestDefaults,
  ...over,
});

/** A provider that acts by key, or on every request; each answer may be scripted. */
export class ScriptedProvider extends SkillProvider {
  readonly requests: SkillRequest[] = [];
  readonly effects: string[] = [];
  private readonly results = new Map<string, JsonObject>();
  honoursKeys = true;
  /** Taken one a request; then the effect happens and is answered. `lost`: it happens, and the answer never arrives. */
  script: (ProviderAnswer | 'lost' | Promise<'lost' | 'act'>)[] = [];

  async call(request: SkillRequest): Promise<ProviderAnswer> {
    this.requests.push(request);
    const next = await this.script.shift();
    if (typeof next === 'object') return next;
    const result = this.act(request.idempotencyKey);
    return next === 'lost' ? { kind: 'broken' } : { kind: 'answered', result, receipt: result };
  }

  private act(key: string): JsonObject {
    const known = this.honoursKeys ? this.results.get(key) : undefined;
    if (known) return known;
    this.effects.push(key);
    const result = { id: `B-${this.effects.length}` };
    this.results.set(key, result);
    return result;
  }
}

/** Time passes only by sleeping and by `advance`. Sleeps of the race with a delivery last until `timeUp`. */
export class TestPace extends Pace {
  private nowMs = 0;
  readonly slept: number[] = [];
  timeUp = Promise.withResolvers<void>();

  elapsedMs(): number {
    return this.nowMs;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal) return Promise.race([this.timeUp.promise, new Promise<void>((end) => (signal.onabort = () => end()))]);
    this.slept.push(ms);
    this.nowMs += ms;
  }

  advance(ms: number): void {
    this.nowMs += ms;
  }

  random(): number {
    return 0.5;
  }
}

export const INLINE_MS = 5_000;
/** When every command of these tests was made. */
export const MADE_AT_MS = 900_000;

export class RecordedReplies extends ReplySender {
  readonly sent: { origin: CommandOrigin; reply: SkillReply }[] = [];
  failures: Error[] = [];

  async send(origin: CommandOrigin, reply: SkillReply): Promise<void> {
    const failure = this.failures.shift();
    if (failure) throw failure;
    this.sent.push({ origin, reply });
  }
}

export class FixedCatalogue extends SkillCatalogue {
  constructor(public catalogue: Catalogue) {
    super();
  }

  static of(...manifests: SkillManifest[]): FixedCatalogue {
    return FixedCatalogue.at('http://provider', ...manifests);
  }

  static at(providerUrl: string, ...manifests: SkillManifest[]): FixedCatalogue {
    const versions = manifests.map((manifest) => ({ manifest, providerUrl, state: 'complete' as const }));
    return new FixedCatalogue(buildCatalogue(1, versions, firstBaselines(manifests)));
  }

  current(): Catalogue {
    return this.catalogue;
  }

  async refresh(): Promise<void> {
    return Promise.resolve();
  }
}

class FixedSecret extends SigningSecret {
  async current(): Promise<string> {
    return Promise.resolve('a secret of every replica');
  }
}

const NO_TRAFFIC: Traffic = { shareOf: () => undefined, routed: () => undefined };
const NO_NOTES: CallNotes = { answered: () => undefined };

/** One replica of the gateway on given parts; replicas share what they are given. */
export function gatewayOn(parts: {
  readonly catalogue: SkillCatalogue;
  readonly ledger: InvocationLedger;
  readonly provider: SkillProvider;
  readonly sender: ReplySender;
  readonly pace: Pace;
  readonly clock?: Clock;
  readonly attachments?: AttachmentStore;
  readonly leaseMs?: number;
  readonly maxTakes?: number;
  readonly traffic?: Traffic;
  readonly notes?: CallNotes;
  readonly logger?: Logger;
}) {
  const { catalogue, ledger, provider, sender, pace, leaseMs = LEASE_MS, maxTakes = 20 } = parts;
  const { clock = new FixedClock(1_000_000) } = parts;
  const { logger = createLogger({ service: 'skill-gateway', level: 'silent' }) } = parts;
  const guard = new ProviderGuard(pace, 'live');
  const { traffic = NO_TRAFFIC, notes = NO_NOTES } = parts;
  const admissions = new Admissions(traffic);
  const { attachments = new InProcessAttachmentStore() } = parts;
  const shortenResult = new ShortenResult(attachments, clock, logger);
  const callSkill = new CallSkill(provider, guard, pace, notes, shortenResult, logger);
  const leases = new HeldLeases(ledger, leaseMs);
  const runSettings = { inlineMs: INLINE_MS, settleWithinMs: 3_000, maxTakes };
  const runner = new RunInvocation(catalogue, ledger, callSkill, leases, sender, pace, logger, runSettings);
  const invokeSkill = new InvokeSkill(catalogue, admissions, ledger, callSkill, runner, {
    inlineMs: INLINE_MS,
    leaseMs,
  });
  const directly = new InvokeDirectly(
    {
      catalogue,
      admissions,
      ledger,
      callSkill,
      runInvocation: runner,
      guard,
      secret: new FixedSecret(),
      clock,
      ids: new RandomIds(),
    },
    { leaseMs, readWithinMs: 60_000 },
  );
  const sweeper = new SweepInvocations(ledger, runner, sender, logger, { leaseMs, atOnce: 8 });
  return {
    leases,
    sweeper,
    directly,
    invoke: (origin: CommandOrigin, data: Partial<DataOf<typeof skillInvoke>> = {}, remainingMs?: number) =>
      invokeSkill.invoke({
        origin,
        remainingMs,
        madeAtMs: MADE_AT_MS,
        data: {
          ...{ skill: 'book_room', arguments: { city: 'Rome' }, user_id: 'li', locale: 'en', confirmed: true },
          ...data,
        },
      }),
  };
}

export function gatewayUnderTest(...manifests: SkillManifest[]) {
  return gatewayUnderTestOf(FixedCatalogue.of(...manifests));
}

export function gatewayUnderTestOf(catalogue: FixedCatalogue) {
  const clock = new FixedClock(1_000_000);
  const parts = {
    clock,
    catalogue,
    ledger: new InProcessInvocationLedger(clock),
    attachments: new InProcessAttachmentStore(),
    provider: new ScriptedProvider(),
    sender: new RecordedReplies(),
    pace: new TestPace(),
  };
  return { ...parts, ...gatewayOn(parts), parts };
}

export const command = (id: string): CommandOrigin => ({
  tenant: TENANT,
  commandId: messageId(id),
  session: sessionId('s'),
  turn: turnId('t'),
  request: undefined,
  trace: {},
});
