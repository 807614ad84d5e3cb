import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
  type Type,
} from '@nestjs/common';
import { loadConfig } from '@plinth/config';
import type { Platform, ServiceDefinition } from '@plinth/platform';
import { OrchestratorCommandsController } from './adapters/inbound/bus/orchestrator-commands-controller';
import { SessionEventsController } from './adapters/inbound/bus/session-events-controller';
import { SessionsController } from './adapters/inbound/http/sessions-controller';
import { TurnsController } from './adapters/inbound/http/turns-controller';
import { SweepSchedule } from './adapters/inbound/timer/sweep-schedule';
import { BusCommandSender } from './adapters/outbound/bus/bus-command-sender';
import { BusModelReplies } from './adapters/outbound/bus/bus-model-replies';
import { FlowFiles } from './adapters/outbound/flow-files/flow-files';
import { TimeoutAlarmClock } from './adapters/outbound/in-process/timeout-alarm-clock';
import { NoTurnModel } from './adapters/outbound/openai/no-turn-model';
import { OpenAiTurnModel } from './adapters/outbound/openai/openai-turn-model';
import { orchestratorMigrations } from './adapters/outbound/postgres/migrations';
import { PostgresFlowArchive } from './adapters/outbound/postgres/postgres-flow-archive';
import { PostgresModelLedger } from './adapters/outbound/postgres/postgres-model-ledger';
import { PostgresSessionJournal } from './adapters/outbound/postgres/postgres-session-journal';
import { DoorbellTurnBell } from './adapters/outbound/redis/doorbell-turn-bell';
import { orchestratorConfig, type OrchestratorConfig } from './config';
import { AcceptTurn } from './features/accept-turn/accept-turn';
import { Admission } from './features/accept-turn/admission';
import { countAdmitted, TurnReport } from './features/accept-turn/turn-metrics';
import { TurnWaiters } from './features/accept-turn/turn-waiters';
import { ReceiveReply } from './features/advance-session/receive-reply';
import { SessionDesk } from './features/advance-session/session-desk';
import { AnswerModel } from './features/answer-model/answer-model';
import { CancelTurn } from './features/cancel-turn/cancel-turn';
import { EndSession } from './features/end-session/end-session';
import { EraseUser } from './features/erase-user/erase-user';
import { FireTimers } from './features/fire-timer/fire-timers';
import { ReadTurn } from './features/read-turn/read-turn';
import { SweepSessions } from './features/sweep-sessions/sweep-sessions';
import type { TurnModel } from './ports/turn-model';

const PARTS = Symbol('OrchestratorParts');

/** What has a beginning and an end. */
interface Parts {
  readonly flows: FlowFiles;
  readonly waiters: TurnWaiters;
  readonly alarms: TimeoutAlarmClock;
  readonly sweeping: SweepSchedule;
  readonly answerModel: AnswerModel;
  readonly journal: PostgresSessionJournal;
}

/** Flows are read before the first turn; what runs is finished before the stores close. */
@Module({})
export class OrchestratorModule implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  static on(platform: Platform, environment: NodeJS.ProcessEnv): DynamicModule {
    const config = loadConfig(orchestratorConfig, environment);
    const { parts, providers } = compose(platform, config);
    return {
      module: OrchestratorModule,
      controllers: [TurnsController, SessionsController, SessionEventsController, OrchestratorCommandsController],
      providers: [{ provide: PARTS, useValue: parts }, ...providers],
    };
  }

  constructor(@Inject(PARTS) private readonly parts: Parts) {}

  async onModuleInit(): Promise<void> {
    await this.parts.flows.open();
    await this.parts.waiters.start();
  }

  onApplicationBootstrap(): void {
    this.parts.flows.watch();
    this.parts.sweeping.start();
  }

  async onApplicationShutdown(): Promise<void> {
    const { flows, waiters, alarms, sweeping, answerModel, journal } = this.parts;
    flows.close();
    alarms.close();
    await sweeping.stop();
    await answerModel.drain();
    await waiters.stop();
    await journal.drain();
  }
}

function compose(platform: Platform, config: OrchestratorConfig) {
  const { database, producer, doorbell, clock, ids, logger: log } = platform;
  const journal = new PostgresSessionJournal(database);
  const flows = new FlowFiles({ folder: config.flowsDir, archive: new PostgresFlowArchive(database), log });
  const waiters = new TurnWaiters(journal, new DoorbellTurnBell(doorbell), log);
  const alarms = new TimeoutAlarmClock(clock);
  const report = new TurnReport(log);
  const budgets = { assembleMs: config.assembleMs, reflectionMs: config.reflectionMs, turnMs: config.turnMs };
  const model = modelOf(config, platform);
  const desk = new SessionDesk(
    {
      journal,
      flows,
      sender: new BusCommandSender(producer),
      alarms,
      clock,
      onEnded: (key, event) => {
        report.ended(key, event);
        if (event.turn !== undefined) waiters.ended({ tenant: key.tenant, turn: event.turn }, event);
      },
    },
    {
      budgets,
      resendMs: config.resendMs,
      hasModel: config.modelUrl !== undefined,
      cachedSessions: config.cachedSessions,
    },
  );
  const fireTimers = new FireTimers(desk, budgets);
  alarms.onRing((key) => {
    fireTimers
      .run(key)
      .catch((error: unknown) => log.warn({ err: error }, 'a timer could not be fired; the sweeper fires it'));
  });
  const ledger = new PostgresModelLedger(database);
  const replies = new BusModelReplies(producer, clock);
  const answerModel = new AnswerModel({ model, ledger, replies, clock, log }, config.modelTimeoutMs + LEASE_MARGIN_MS);
  const sweep = new SweepSessions(journal, desk, fireTimers, clock, config.resendMs, log);
  const sweeping = new SweepSchedule(() => Promise.all([sweep.run(), ledger.purge(clock.now())]), config.sweepMs, log);
  const admission = new Admission({ inFlight: config.turnsInFlight, queue: config.edgeQueue }, countAdmitted);
  const acceptTurn = new AcceptTurn(
    { desk, journal, waiters, admission, ids, log },
    { waitMs: config.waitMs, sessionQueue: config.sessionQueue, defaultTimeZone: config.timeZone },
  );
  const parts: Parts = { flows, waiters, alarms, sweeping, answerModel, journal };
  const useCases = [
    acceptTurn,
    answerModel,
    new ReadTurn(journal),
    new CancelTurn(journal, desk),
    new EndSession(desk),
    new EraseUser(journal, desk),
    new ReceiveReply(desk),
  ];
  return { parts, providers: useCases.map((useValue) => ({ provide: useValue.constructor as Type, useValue })) };
}

/** A lease outlives the call. */
const LEASE_MARGIN_MS = 10_000;

function modelOf(config: OrchestratorConfig, { clock }: Platform): TurnModel {
  const { modelUrl, modelName, modelKey, modelTimeoutMs } = config;
  if (modelUrl === undefined || modelName === undefined) return new NoTurnModel();
  return new OpenAiTurnModel(
    { url: modelUrl, model: modelName, timeoutMs: modelTimeoutMs, ...(modelKey !== undefined && { apiKey: modelKey }) },
    clock,
  );
}

export const orchestratorService: ServiceDefinition = {
  name: 'orchestrator',
  portOffset: 0,
  schema: 'orchestrator',
  migrations: orchestratorMigrations,
  module: (platform, environment) => OrchestratorModule.on(platform, environment),
};
