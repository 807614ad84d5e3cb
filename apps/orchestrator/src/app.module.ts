import { modelServerOf } from '@plinth/config';
import { Repeating } from '@plinth/kernel';
import { defineService, type Composed, type Platform } from '@plinth/platform';
import { OrchestratorCommandsController } from './adapters/inbound/bus/orchestrator-commands-controller';
import { SessionEventsController } from './adapters/inbound/bus/session-events-controller';
import { SessionsController } from './adapters/inbound/http/sessions-controller';
import { TurnsController } from './adapters/inbound/http/turns-controller';
import { AlarmHandler } from './adapters/inbound/timer/alarm-handler';
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
import { EndedTurns } from './features/accept-turn/ended-turns';
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
import { StoreClock } from './features/sweep-sessions/store-clock';
import { SweepSessions } from './features/sweep-sessions/sweep-sessions';
import type { TurnModel } from './ports/turn-model';

/** A lease outlives the call. */
const LEASE_MARGIN_MS = 10_000;

export const orchestratorService = defineService({
  name: 'orchestrator',
  migrations: orchestratorMigrations,
  config: orchestratorConfig,
  compose,
});

/** The flows are read before the first turn; what runs is finished before the stores close. */
function compose(platform: Platform, config: OrchestratorConfig): Composed {
  const { database, producer, doorbell, clock, ids, logger: log } = platform;
  const { resendMs, cachedSessions, sessionQueue } = config;
  const journal = new PostgresSessionJournal(database);
  const storeClock = new StoreClock();
  const flows = new FlowFiles({ folder: config.flowsDir, archive: new PostgresFlowArchive(database), log });
  const alarms = new TimeoutAlarmClock(storeClock);
  const sender = new BusCommandSender(producer);
  const model = modelOf(config, platform);
  const ledger = new PostgresModelLedger(database);
  const replies = new BusModelReplies(producer, clock);

  const waiters = new TurnWaiters(journal, new DoorbellTurnBell(doorbell), log);
  const ended = new EndedTurns(new TurnReport(log), waiters);
  const budgets = { assembleMs: config.assembleMs, reflectionMs: config.reflectionMs, turnMs: config.turnMs };
  const desk = new SessionDesk(
    { journal, flows, sender, alarms, clock: storeClock, onEnded: (key, event) => ended.note(key, event) },
    { budgets, resendMs, cachedSessions, hasModel: config.modelUrl !== undefined },
  );
  const fireTimers = new FireTimers(desk, budgets);
  const answerModel = new AnswerModel(
    { model, ledger, replies, clock: storeClock, log },
    config.modelTimeoutMs + LEASE_MARGIN_MS,
  );
  const sweep = new SweepSessions(journal, desk, fireTimers, storeClock, resendMs, log);
  const admission = new Admission({ inFlight: config.turnsInFlight, queue: config.edgeQueue }, countAdmitted);
  const acceptTurn = new AcceptTurn(
    { desk, journal, waiters, admission, ids, log },
    { waitMs: config.waitMs, sessionQueue, defaultTimeZone: config.timeZone },
  );

  const ringing = new AlarmHandler(fireTimers, log);
  alarms.onRing((key) => ringing.ring(key));
  const sweeping = new Repeating(
    () => Promise.all([sweep.run(), ledger.purge(storeClock.now())]),
    config.sweepMs,
    (error) => log.warn({ err: error }, 'a sweep failed'),
  );
  return {
    controllers: [TurnsController, SessionsController, SessionEventsController, OrchestratorCommandsController],
    useCases: [
      acceptTurn,
      answerModel,
      new ReadTurn(journal),
      new CancelTurn(journal, desk),
      new EndSession(desk),
      new EraseUser(journal, desk),
      new ReceiveReply(desk, log),
    ],
    open: async () => {
      storeClock.tell(await journal.nowMs());
      await flows.open();
      await waiters.start();
    },
    begin: () => {
      flows.watch();
      sweeping.start(0);
    },
    end: async () => {
      await flows.close();
      alarms.close();
      await sweeping.stop();
      await answerModel.drain();
      await waiters.stop();
      await journal.drain();
    },
  };
}

function modelOf(config: OrchestratorConfig, { clock }: Platform): TurnModel {
  const server = modelServerOf(config.modelUrl, config.modelName, config.modelKey);
  return server ? new OpenAiTurnModel({ ...server, timeoutMs: config.modelTimeoutMs }, clock) : new NoTurnModel();
}
