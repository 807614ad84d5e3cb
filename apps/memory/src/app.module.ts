import { EmbedQuestion, LocalEmbedder, remoteEmbedder, type Embedder } from '@plinth/embedding';
import { setImmediate as rest, setTimeout as sleep } from 'node:timers/promises';
import { PostgresParkingStore } from '@plinth/bus';
import { modelServerOf } from '@plinth/config';
import { Repeating } from '@plinth/kernel';
import { defineService, type Composed, type Platform } from '@plinth/platform';
import { warmSegmenter, warmTermPrior } from '@plinth/terms';
import { ErasureHandlers } from './adapters/inbound/bus/erasure-handlers';
import { TurnHandlers } from './adapters/inbound/bus/turn-handlers';
import { memoryGrpc } from './adapters/inbound/grpc/memory-grpc';
import { AnchorsController } from './adapters/inbound/http/anchors-controller';
import { DocumentsController } from './adapters/inbound/http/documents-controller';
import { CandidatesController } from './adapters/inbound/http/candidates-controller';
import { IdentitiesController } from './adapters/inbound/http/identities-controller';
import { ErasuresController } from './adapters/inbound/http/erasures-controller';
import { ItemsController } from './adapters/inbound/http/items-controller';
import { FeedbackController } from './adapters/inbound/http/feedback-controller';
import { JobsController } from './adapters/inbound/http/jobs-controller';
import { MemoryController } from './adapters/inbound/http/memory-controller';
import { ObserveController } from './adapters/inbound/http/observe-controller';
import { OrganisationController } from './adapters/inbound/http/organisation-controller';
import { PolicyController } from './adapters/inbound/http/policy-controller';
import { SummariesController } from './adapters/inbound/http/summaries-controller';
import { RecallController } from './adapters/inbound/http/recall-controller';
import { UsersController } from './adapters/inbound/http/users-controller';
import { BusErasureCourier } from './adapters/outbound/bus/bus-erasure-courier';
import { PostgresDocumentShelf } from './adapters/outbound/documents/postgres-document-shelf';
import { ThreadedDocumentReader } from './adapters/outbound/documents/threaded-document-reader';
import { HotSessionCache } from './adapters/outbound/hot-store/hot-session-cache';
import { OpenAiSummaryWriter } from './adapters/outbound/openai/openai-summary-writer';
import { FilePolicyBook } from './adapters/outbound/policy-files/file-policy-book';
import { memoryMigrations } from './adapters/outbound/postgres/migrations';
import { PostgresActivityBook } from './adapters/outbound/postgres/postgres-activity-book';
import { PostgresContactBook } from './adapters/outbound/postgres/postgres-contact-book';
import { PostgresEmbeddingQueue } from './adapters/outbound/postgres/postgres-embedding-queue';
import { PostgresErasureLedger } from './adapters/outbound/postgres/postgres-erasure-ledger';
import { PostgresIdentityBook } from './adapters/outbound/postgres/postgres-identity-book';
import { PostgresItemErasure } from './adapters/outbound/postgres/postgres-item-erasure';
import { PostgresItemLedger } from './adapters/outbound/postgres/postgres-item-ledger';
import { PostgresItemLives } from './adapters/outbound/postgres/postgres-item-lives';
import { PostgresJobLedger } from './adapters/outbound/postgres/postgres-job-ledger';
import { PostgresMemorySearch } from './adapters/outbound/postgres/postgres-memory-search';
import { PostgresOrganisation } from './adapters/outbound/postgres/postgres-organisation';
import { PostgresSessionBook } from './adapters/outbound/postgres/postgres-session-book';
import { PostgresTurnLedger } from './adapters/outbound/postgres/postgres-turn-ledger';
import { PostgresUpkeep } from './adapters/outbound/postgres/postgres-upkeep';
import { PostgresVectorRenewal } from './adapters/outbound/postgres/postgres-vector-renewal';
import { PostgresUserRecords } from './adapters/outbound/postgres/postgres-user-records';
import { memoryConfig, type MemoryConfig } from './config';
import { warmDivisions } from './domain/anchors/address/divisions';
import { AnswerCandidate } from './features/answer-candidate/answer-candidate';
import { AssembleContext } from './features/assemble-context/assemble-context';
import { CommitTurn } from './features/commit-turn/commit-turn';
import { EmbedItems } from './features/embed-items/embed-items';
import { countEmbedding } from './features/embed-items/embedding-metric';
import { RenewVectors } from './features/embed-items/renew-vectors';
import { EndSession } from './features/end-session/end-session';
import { EraseItem } from './features/erase-item/erase-item';
import { EraseUser } from './features/erase-user/erase-user';
import { ObserveDialogue } from './features/observe-dialogue/observe-dialogue';
import { ImportDocument } from './features/import-document/import-document';
import { FindAnchors } from './features/find-anchors/find-anchors';
import { KeepIdentities } from './features/keep-identities/keep-identities';
import { InspectUser } from './features/inspect-user/inspect-user';
import { KeepOrganisation } from './features/keep-organisation/keep-organisation';
import { NoteUse } from './features/note-use/note-use';
import { OnceByKey } from './features/once-by-key/once-by-key';
import { ReadPolicy } from './features/read-policy/read-policy';
import { ReadSession } from './features/read-session/read-session';
import { ResolveUser } from './features/resolve-user/resolve-user';
import { RecallMemory } from './features/recall-memory/recall-memory';
import { GiveFeedback } from './features/give-feedback/give-feedback';
import { RunJob } from './features/run-job/run-job';
import { untilNightMs } from './features/run-job/until-night';
import { SummariseSession } from './features/summarise-session/summarise-session';
import { SweepMemory } from './features/sweep-memory/sweep-memory';
import { WriteItems } from './features/write-items/write-items';
import type { SummaryWriter } from './ports/summary-writer';

/** A PDF of some 12 MB, in base 64. */
const MAX_DOCUMENT_BYTES = 16 * 1_024 * 1_024;

/** A thousand items of some 2,700 Chinese characters each, and any one item. */
const MAX_ITEMS_BYTES = 8 * 1_024 * 1_024;

export const memoryService = defineService({
  name: 'memory',
  migrations: memoryMigrations,
  longBodies: [
    { below: '/v1/memory/documents/', maxBytes: MAX_DOCUMENT_BYTES },
    { below: '/v1/memory/items', maxBytes: MAX_ITEMS_BYTES },
  ],
  grpc: memoryGrpc,
  config: memoryConfig,
  compose,
});

/** The dictionary is loaded before the first command; a sweep under way ends before the stores close. */
function compose({ database, hot, clock, ids, logger, producer }: Platform, config: MemoryConfig): Composed {
  const stopwatch = () => performance.now();
  const cache = new HotSessionCache(hot, clock, config.sessionRetentionMs, (error) => {
    logger.warn({ err: error }, 'The hot store is away; sessions are read from their rows');
  });
  const remote = remoteEmbedder(config);
  const questions =
    remote &&
    new EmbedQuestion(
      remote,
      config.embeddingsQuestionTimeoutMs,
      stopwatch,
      (error) => logger.warn({ err: error }, 'The embedding model fails; for a while recall answers without vectors'),
      (outcome) => countEmbedding('question', outcome),
    );
  const ledger = new PostgresTurnLedger(database, clock, remote?.model);
  const sessions = new PostgresSessionBook(database);
  const search = new PostgresMemorySearch(database);
  const erasures = new PostgresErasureLedger(database, new PostgresParkingStore(database));
  const courier = new BusErasureCourier(producer, clock);

  const contacts = new PostgresContactBook(database);
  const activities = new PostgresActivityBook(database);
  const identities = new PostgresIdentityBook(database);
  const policies = new FilePolicyBook(config.policiesDir, logger);

  const assembleContext = new AssembleContext(ledger, cache, policies, stopwatch, questions, activities);
  const commitTurn = new CommitTurn(ledger, assembleContext, policies);
  const itemLedger = new PostgresItemLedger(database, clock, remote?.model);
  const writeItems = new WriteItems(itemLedger, policies, ids);
  const sweep = new SweepMemory(new PostgresUpkeep(database), policies, clock, config.replyRetentionMs);
  const recallMemory = new RecallMemory(search, sessions, policies, clock, stopwatch, questions, activities);
  const lives = new PostgresItemLives(database);
  const noteUse = new NoteUse(lives, policies, clock, (error) => {
    logger.warn({ err: error }, 'Uses of what was recalled are not counted');
  });
  const eraseUser = new EraseUser(erasures, courier, cache, clock, ids, (ms) => sleep(ms), config.erasureTimeoutMs);

  const keepIdentities = new KeepIdentities(identities, cache, clock, ids);
  const writer = summaryWriter(config, { stopwatch, logger });
  const runJob = new RunJob(new PostgresJobLedger(database), policies, clock, ids, writer);
  const sweeping = new Repeating(
    () => Promise.all([sweep.sweep(), eraseUser.sweep(), keepIdentities.sweep(), runJob.runDue()]),
    config.sweepIntervalMs,
    (error) => logger.warn({ err: error }, 'A sweep of memory failed; the next one tries again'),
  );
  const nights = new Repeating(
    () => runJob.runNight(),
    () => untilNightMs(clock.now(), config.nightlyDelayMs),
    (error) => logger.error({ err: error }, 'The nightly jobs of memory failed; they go on where they stopped'),
  );
  const [embedding, renewing] = embeddingWork(remote ?? new LocalEmbedder(), { database, clock, logger }, config);
  return {
    controllers: [
      TurnHandlers,
      ErasureHandlers,
      MemoryController,
      AnchorsController,
      CandidatesController,
      DocumentsController,
      OrganisationController,
      IdentitiesController,
      ErasuresController,
      ItemsController,
      FeedbackController,
      JobsController,
      ObserveController,
      PolicyController,
      RecallController,
      SummariesController,
      UsersController,
    ],
    useCases: [
      assembleContext,
      commitTurn,
      new ReadPolicy(policies),
      keepIdentities,
      new ResolveUser(identities),
      new KeepOrganisation(new PostgresOrganisation(database), policies, clock),
      new ImportDocument(
        new ThreadedDocumentReader(),
        new PostgresDocumentShelf(database, remote?.model),
        policies,
        clock,
        rest,
      ),
      writeItems,
      new AnswerCandidate(itemLedger, policies, clock),
      new ObserveDialogue(assembleContext, commitTurn, sessions, writeItems, new OnceByKey(itemLedger), ids),
      new FindAnchors(contacts),
      new SummariseSession(sessions, policies, contacts, writer),
      new EndSession(sessions, cache, clock),
      new ReadSession(sessions, policies),
      recallMemory,
      noteUse,
      new InspectUser(new PostgresUserRecords(database), recallMemory, sessions, policies, clock),
      eraseUser,
      new EraseItem(new PostgresItemErasure(database), sessions, cache, clock),
      runJob,
      new GiveFeedback(lives, policies, clock),
    ],
    open: async () => {
      warmSegmenter();
      warmDivisions();
      warmTermPrior();
      await policies.open();
    },
    begin: () => {
      sweeping.start();
      nights.start();
      embedding.start();
      renewing.start(0);
    },
    end: async () => {
      await Promise.all([noteUse.settle(), ...[sweeping, nights, embedding, renewing].map((work) => work.stop())]);
      await policies.close();
    },
  };
}

function summaryWriter(
  config: MemoryConfig,
  { stopwatch, logger }: { readonly stopwatch: () => number; readonly logger: Platform['logger'] },
): SummaryWriter | undefined {
  const server = modelServerOf(config.summaryModelUrl, config.summaryModelName, config.summaryModelKey);
  if (!server) return undefined;
  return new OpenAiSummaryWriter({ ...server, timeoutMs: config.summaryModelTimeoutMs }, stopwatch, (error) => {
    logger.warn({ err: error }, 'The model of summaries fails; extracts take its place');
  });
}

/** What waits for vectors gets them; what has none of the model in use is made to wait. */
function embeddingWork(
  embedder: Embedder,
  { database, clock, logger }: Pick<Platform, 'database' | 'clock' | 'logger'>,
  config: MemoryConfig,
): readonly [Repeating, Repeating] {
  const { embeddingsTimeoutMs, embeddingsIntervalMs, embeddingsRenewalMs } = config;
  const report = (error: unknown): void => logger.warn({ err: error }, 'Items wait longer for their vectors');
  const embed = new EmbedItems(embedder, new PostgresEmbeddingQueue(database), clock, embeddingsTimeoutMs, report);
  const renew = new RenewVectors(new PostgresVectorRenewal(database), embedder.model, clock, rest);
  return [
    new Repeating(() => embed.drain(), embeddingsIntervalMs, report),
    new Repeating(
      () => renew.renew(),
      embeddingsRenewalMs,
      (error) => logger.warn({ err: error }, 'Vectors of another model are still in use; the next round goes on'),
    ),
  ];
}
