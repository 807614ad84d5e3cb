import { EmbedQuestion, remoteEmbedder } from '@plinth/embedding';
import { Repeating } from '@plinth/kernel';
import { defineService, type Composed, type Platform } from '@plinth/platform';
import { EraseHandler } from './adapters/inbound/bus/erase-handler';
import { InvokeHandler } from './adapters/inbound/bus/invoke-handler';
import { OutcomeHandler } from './adapters/inbound/bus/outcome-handler';
import { OutcomesController } from './adapters/inbound/http/outcomes-controller';
import { ReplaysController } from './adapters/inbound/http/replays-controller';
import { ReportController } from './adapters/inbound/http/report-controller';
import { RolloutsController } from './adapters/inbound/http/rollouts-controller';
import { skillsGrpc } from './adapters/inbound/grpc/skills-grpc';
import { ImportsController } from './adapters/inbound/http/imports-controller';
import { McpController } from './adapters/inbound/mcp/mcp-controller';
import { McpDoor } from './adapters/inbound/mcp/mcp-door';
import { ImportWatch } from './adapters/inbound/timer/import-watch';
import { SearchController } from './adapters/inbound/http/search-controller';
import { ContractsController } from './adapters/inbound/http/contracts-controller';
import { SkillsController } from './adapters/inbound/http/skills-controller';
import { AttachmentsController } from './adapters/inbound/http/attachments-controller';
import { CatalogueController } from './adapters/inbound/http/catalogue-controller';
import { CallsController } from './adapters/inbound/http/calls-controller';
import { GatewayTimers } from './adapters/inbound/timer/gateway-timers';
import { ObservationTimers } from './adapters/inbound/timer/observation-timers';
import { RolloutTimers } from './adapters/inbound/timer/rollout-timers';
import { BusReplySender } from './adapters/outbound/bus/bus-reply-sender';
import { BusRolloutAnnouncer } from './adapters/outbound/bus/bus-rollout-announcer';
import { HotRolloutCounters } from './adapters/outbound/hot-store/hot-rollout-counters';
import { PolledCatalogue } from './adapters/outbound/in-process/polled-catalogue';
import { SystemPace } from './adapters/outbound/in-process/system-pace';
import { skillGatewayMigrations } from './adapters/outbound/postgres/migrations';
import { PostgresDifferenceShelf } from './adapters/outbound/postgres/postgres-difference-shelf';
import { PostgresFigureBook } from './adapters/outbound/postgres/postgres-figure-book';
import { PostgresAttachmentStore } from './adapters/outbound/postgres/postgres-attachment-store';
import { PostgresInvocationLedger } from './adapters/outbound/postgres/postgres-invocation-ledger';
import { PostgresObservationErasure } from './adapters/outbound/postgres/postgres-observation-erasure';
import { PostgresOutcomeLedger } from './adapters/outbound/postgres/postgres-outcome-ledger';
import { PostgresRecordedCalls } from './adapters/outbound/postgres/postgres-recorded-calls';
import { PostgresReplayLedger } from './adapters/outbound/postgres/postgres-replay-ledger';
import { PostgresRolloutLedger } from './adapters/outbound/postgres/postgres-rollout-ledger';
import { PostgresSigningSecret } from './adapters/outbound/postgres/postgres-signing-secret';
import { PostgresSkillRegistry } from './adapters/outbound/postgres/postgres-skill-registry';
import { REGISTRY_CHANNEL } from './adapters/outbound/postgres/registry-change';
import { openProviders } from './adapters/outbound/provider-schemes/open-providers';
import { skillGatewayConfig, type SkillGatewayConfig } from './config';
import { Quarantine } from './domain/registration/quarantine';
import { EraseUser } from './features/erase-user/erase-user';
import { ExpireAttachments } from './features/expire-attachments/expire-attachments';
import { InvokeDirectly } from './features/invoke-directly/invoke-directly';
import { Admissions } from './features/invoke-skill/admissions';
import { CallSkill } from './features/invoke-skill/call-skill';
import { HeldLeases } from './features/invoke-skill/held-leases';
import { CompleteSkill } from './features/import-skills/complete-skill';
import { ImportSkills } from './features/import-skills/import-skills';
import { InvokeSkill } from './features/invoke-skill/invoke-skill';
import { ProviderGuard } from './features/invoke-skill/provider-guard';
import { RunInvocation } from './features/invoke-skill/run-invocation';
import { ShortenResult } from './features/invoke-skill/shorten-result';
import { ListSkills } from './features/list-skills/list-skills';
import { PublishCatalogue } from './features/publish-catalogue/publish-catalogue';
import { ReadRollout } from './features/read-rollout/read-rollout';
import { RecordOutcome } from './features/record-outcome/record-outcome';
import { RegisterSkills } from './features/register-skills/register-skills';
import { modelOfChoice } from './domain/choice/meaning';
import { SearchSkills, type ByMeaning } from './features/search-skills/search-skills';
import { countSkillEmbedding, SkillVectors } from './features/search-skills/skill-vectors';
import { ValidateArguments } from './features/validate-arguments/validate-arguments';
import { SteerRollout } from './features/steer-rollout/steer-rollout';
import { AskReplay } from './features/replay-skill/ask-replay';
import { RunReplays } from './features/replay-skill/run-replays';
import { ReportRollout } from './features/report-rollout/report-rollout';
import { Observations } from './features/run-shadow/observations';
import { ReadAttachment } from './features/read-attachment/read-attachment';
import { SweepInvocations } from './features/sweep-invocations/sweep-invocations';
import { AnnounceChanges } from './features/watch-rollouts/announce-changes';
import { NoteCalls } from './features/watch-rollouts/note-calls';
import { RolloutTallies } from './features/watch-rollouts/rollout-tallies';
import { WatchRollouts } from './features/watch-rollouts/watch-rollouts';

/** Work beyond it goes on without its delivery. */
const INLINE_MS = 5_000;
/** The longest that a client of its own waits for a read, tries included. */
const READ_WITHIN_MS = 60_000;
const SETTLE_WITHIN_MS = 30_000;
const MAX_TAKES = 5;
const SWEPT_AT_ONCE = 32;
/** How long a bucket of counts takes them in, and how long it can be read after that by a new leader. */
const TALLYING = { bucketMs: 10_000, keepMs: 120_000 };
/** What decides is stored at once; the rest so often. */
const SAVE_EVIDENCE_EVERY_MS = 1_000;

/** What is learned beside calls: its places, its share of second answers of a baseline, what waits to be written, how long it is kept. */
const OBSERVING = {
  ...{ atOnce: 16, waiting: 256, noiseFirst: 30, noiseShare: 0.1, heldNotes: 20_000 },
  ...{ keepRecordingsMs: 7 * 86_400_000, keepFiguresMs: 30 * 86_400_000 },
};
/** Eight calls a second at most. */
const REPLAYING = { stepCalls: 8, stepMs: 1_000, leaseMs: 60_000 };

export const skillGatewayService = defineService({
  name: 'skill-gateway',
  migrations: skillGatewayMigrations,
  grpc: skillsGrpc,
  config: skillGatewayConfig,
  compose,
});

/** The skills are loaded before the first command; what runs without a delivery ends while the bus still sends. */
function compose(platform: Platform, config: SkillGatewayConfig): Composed {
  const { database, producer, clock, ids, logger } = platform;
  const { leaseMs } = config;
  const pace = new SystemPace();
  const registry = new PostgresSkillRegistry(database);
  const rollouts = new PostgresRolloutLedger(database);
  const ledger = new PostgresInvocationLedger(database);
  const providers = openProviders(platform, () => imports.wake());
  const sender = new BusReplySender(producer, clock);
  const catalogue = new PolledCatalogue(registry, logger, config.registryIntervalMs);
  platform.addHealthCheck({
    name: `${platform.service}:skills`,
    check: async () => void catalogue.current(),
  });

  const guard = new ProviderGuard(pace, 'live');
  const counters = new HotRolloutCounters(platform.hot);
  const tallies = new RolloutTallies(counters, clock, { replica: ids.next(), ...TALLYING });
  const figures = new PostgresFigureBook(database);
  const outcomes = new PostgresOutcomeLedger(database);
  const shelf = new PostgresDifferenceShelf(database);
  const recordings = new PostgresRecordedCalls(database);
  const replays = new PostgresReplayLedger(database);
  const { provider } = providers;
  const observations = new Observations(
    { catalogue, provider, figures, outcomes, shelf, recordings, replays, evidence: tallies, pace, clock, logger },
    { ...OBSERVING, process: ids.next(), recorded: new Set(config.recorded) },
  );
  const admissions = new Admissions(tallies);
  const attachments = new PostgresAttachmentStore(database);
  const shortenResult = new ShortenResult(attachments, clock, logger);
  const callSkill = new CallSkill(
    providers.provider,
    guard,
    pace,
    new NoteCalls(tallies, observations.runs),
    shortenResult,
    logger,
  );
  const leases = new HeldLeases(ledger, leaseMs);
  const runner = new RunInvocation(catalogue, ledger, callSkill, leases, sender, pace, logger, {
    inlineMs: INLINE_MS,
    settleWithinMs: SETTLE_WITHIN_MS,
    maxTakes: MAX_TAKES,
  });
  const secret = new PostgresSigningSecret(database);
  const directly = new InvokeDirectly(
    { catalogue, admissions, ledger, callSkill, runInvocation: runner, guard, secret, clock, ids },
    { leaseMs, readWithinMs: READ_WITHIN_MS },
  );
  const sweep = new SweepInvocations(ledger, runner, sender, logger, { leaseMs, atOnce: SWEPT_AT_ONCE });
  const quarantine = new Quarantine();
  const register = new RegisterSkills(providers.directory, registry, catalogue, quarantine);

  const expire = new ExpireAttachments(attachments, clock, config.attachmentRetentionMs);
  const importSkills = new ImportSkills(providers.source, registry, catalogue);
  const imports = new ImportWatch(catalogue, importSkills, logger);
  const list = new ListSkills(catalogue, quarantine);
  const choice = choiceByMeaning(catalogue, platform, config);
  const timers = new GatewayTimers({ sweep, leases, register, expire, logger, config });
  const rolloutTimers = new RolloutTimers(
    tallies,
    new WatchRollouts(catalogue, rollouts, counters, clock, logger, SAVE_EVIDENCE_EVERY_MS),
    new AnnounceChanges(rollouts, new BusRolloutAnnouncer(producer)),
    logger,
  );
  const { aside, pool } = observations;
  const observationTimers = new ObservationTimers(
    observations,
    new RunReplays(catalogue, replays, recordings, aside, pool, pace, logger, REPLAYING),
    logger,
  );
  return {
    controllers: [
      InvokeHandler,
      EraseHandler,
      OutcomeHandler,
      OutcomesController,
      ReportController,
      ReplaysController,
      CallsController,
      CatalogueController,
      AttachmentsController,
      RolloutsController,
      ImportsController,
      McpController,
      SkillsController,
      ContractsController,
      SearchController,
    ],
    useCases: [
      new InvokeSkill(catalogue, admissions, ledger, callSkill, runner, { inlineMs: INLINE_MS, leaseMs }),
      directly,
      new EraseUser(ledger, attachments, new PostgresObservationErasure(database)),
      new ReadAttachment(attachments),
      list,
      new McpDoor(list, directly, logger),
      register,
      new ValidateArguments(catalogue),
      new SearchSkills(catalogue, choice?.byMeaning),
      importSkills,
      new CompleteSkill(registry, catalogue),
      new PublishCatalogue(catalogue, list, figures, clock),
      new ReadRollout(catalogue, rollouts),
      new SteerRollout(catalogue, rollouts, clock),
      new ReportRollout(catalogue, rollouts, figures, outcomes, shelf, clock),
      new RecordOutcome(outcomes, clock),
      new AskReplay(catalogue, replays, clock, ids),
    ],
    open: async () => {
      await catalogue.open();
      imports.start();
      await database.listen(REGISTRY_CHANNEL, () => {
        catalogue.wake();
        rolloutTimers.wake();
      });
      await timers.begin();
    },
    begin: () => {
      rolloutTimers.begin();
      observationTimers.begin();
      choice?.filling.start(0);
    },
    settle: () => timers.settle(),
    end: async () => {
      await imports.stop();
      await choice?.filling.stop();
      await timers.end();
      await observationTimers.end();
      await rolloutTimers.end();
      await catalogue.close();
      await providers.close();
    },
  };
}

/** Undefined without a model, and with one whose scale is not known. */
function choiceByMeaning(
  catalogue: PolledCatalogue,
  { logger }: Pick<Platform, 'logger'>,
  config: SkillGatewayConfig,
): { readonly byMeaning: ByMeaning; readonly filling: Repeating } | undefined {
  const embedder = remoteEmbedder(config);
  if (!embedder) return undefined;
  if (!modelOfChoice(embedder.model)) {
    logger.warn(
      { model: embedder.model },
      'Skills are chosen by words alone: this embedding model has no scale for them',
    );
    return undefined;
  }
  const vectors = new SkillVectors(catalogue, embedder, config.embeddingsTimeoutMs);
  const questions = new EmbedQuestion(
    embedder,
    config.embeddingsQuestionTimeoutMs,
    () => performance.now(),
    (error) => logger.warn({ err: error }, 'The embedding model fails; for a while skills are chosen by words alone'),
    (outcome) => countSkillEmbedding('question', outcome),
  );
  const filling = new Repeating(
    () => vectors.fill(),
    config.embeddingsIntervalMs,
    (error) => logger.warn({ err: error }, 'Skills wait longer for their vectors'),
  );
  return { byMeaning: { questions, vectors }, filling };
}
