import { PostgresParkingStore } from '@plinth/bus';
import type { DataOf, InputOf, memoryAssemble, memoryCommit } from '@plinth/contracts';
import {
  deriveId,
  FixedClock,
  isRefusal,
  messageId,
  RandomIds,
  sessionId,
  tenantId,
  turnId,
  userId,
} from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import type { HotStore } from '@plinth/redis';
import { HotSessionCache } from '../adapters/outbound/hot-store/hot-session-cache';
import { USER_TABLES } from '../adapters/outbound/postgres/migrations';
import { PostgresActivityBook } from '../adapters/outbound/postgres/postgres-activity-book';
import { PostgresErasureLedger } from '../adapters/outbound/postgres/postgres-erasure-ledger';
import { PostgresMemorySearch } from '../adapters/outbound/postgres/postgres-memory-search';
import { PostgresSessionBook } from '../adapters/outbound/postgres/postgres-session-book';
import { PostgresTurnLedger } from '../adapters/outbound/postgres/postgres-turn-ledger';
import { PostgresUserRecords } from '../adapters/outbound/postgres/postgres-user-records';
import { AssembleContext, type Assembled } from '../features/assemble-context/assemble-context';
import { CommitTurn, type Committed } from '../features/commit-turn/commit-turn';
import { EndSession } from '../features/end-session/end-session';
import { EraseUser } from '../features/erase-user/erase-user';
import { ReadSession } from '../features/read-session/read-session';
import { RecallMemory, type RecallRequest } from '../features/recall-memory/recall-memory';
import { FixedPolicies } from './fixed-policies.stage';
import type { SessionCache } from './session-cache';
import type { TurnLedger } from './turn-ledger';

export interface Stores {
  readonly database: SqlDatabase;
  readonly hot: HotStore;
}

/** Monday 2024-05-20, 10:00 in Shanghai. */
export const NOW = Date.UTC(2024, 4, 20, 2);

interface Said {
  readonly asked?: string;
  readonly decisions?: InputOf<typeof memoryCommit>['decisions'];
  readonly receipts?: { skill: string; receipt: Record<string, string> }[];
  readonly used?: string[];
  /** Of the agent that serves the turn. */
  readonly space?: string;
  readonly locale?: string;
  readonly attributes?: DataOf<typeof memoryAssemble>['attributes'];
  /** How the turn is answered. */
  readonly reply?: string;
}

interface Before {
  readonly turns?: number;
  readonly previous?: { readonly turn: string; readonly reply: string };
  /** Layers that are kept elsewhere than in the stores. */
  readonly exchanged?: { readonly ledger?: (inner: TurnLedger) => TurnLedger; readonly cache?: SessionCache };
  /** What the tenant has decided, as a policy file has it. */
  readonly policy?: Readonly<Record<string, unknown>>;
}

/** One session of one user, driven as the orchestrator does: assemble, then commit; each turn a minute after the one before. */
export class TestMemory {
  readonly clock = new FixedClock(NOW);
  readonly tenant;
  readonly user;
  readonly session;
  readonly sent: {
    erasure: { erasureId: string; userIds: readonly string[]; requestedAtMs: number };
    to: readonly string[];
  }[] = [];
  stored: Committed['stored'] = [];
  reported = 0;
  readonly assembleContext;
  readonly commitTurn;
  readonly readSession;
  readonly recallMemory;
  readonly eraseUser;
  private readonly endSession;
  private readonly book;
  private turns: number;
  private previous: Before['previous'];

  constructor(
    private readonly stores: Stores,
    who: { tenant: string; user: string; session: string },
    private readonly before: Before = {},
  ) {
    this.turns = before.turns ?? 0;
    this.previous = before.previous;
    const policies = new FixedPolicies(before.policy);
    this.tenant = tenantId(who.tenant);
    this.user = who.user;
    this.session = who.session;
    const { database, hot } = stores;
    const { cache = new HotSessionCache(hot, this.clock, 3_600_000, () => void this.reported++), ledger: around } =
      before.exchanged ?? {};
    const rows = new PostgresTurnLedger(database, this.clock);
    const ledger = around ? around(rows) : rows;
    const search = new PostgresMemorySearch(database);
    const activities = new PostgresActivityBook(database);
    this.book = new PostgresSessionBook(database);
    this.assembleContext = new AssembleContext(ledger, cache, policies, () => 0, undefined, activities);
    this.commitTurn = new CommitTurn(ledger, this.assembleContext, policies);
    this.readSession = new ReadSession(this.book, policies);
    this.recallMemory = new RecallMemory(search, this.book, policies, this.clock, () => 0, undefined, activities);
    this.endSession = new EndSession(this.book, cache, this.clock);
    const courier = {
      send: async (erasure: (typeof this.sent)[number]['erasure'], to: readonly string[]) =>
        void this.sent.push({ erasure, to }),
    };
    this.eraseUser = new EraseUser(
      new PostgresErasureLedger(database, new PostgresParkingStore(database)),
      courier,
      cache,
      this.clock,
      new RandomIds(),
      () => Promise.resolve(),
      0,
    );
  }

  as(user: string): TestMemory {
    return new TestMemory(this.stores, { tenant: this.tenant, user, session: this.session });
  }

  /** Another session of the same user. */
  inSession(session: string): TestMemory {
    return new TestMemory(this.stores, { tenant: this.tenant, user: this.user, session }, this.before);
  }

  /** The same session on a replica that has not seen it, as after a crash. */
  replica(): TestMemory {
    const who = { tenant: this.tenant, user: this.user, session: this.session };
    const other = new TestMemory(this.stores, who, {
      ...this.before,
      turns: this.turns,
      ...(this.previous ? { previous: this.previous } : {}),
    });
    other.clock.advance(this.clock.now() - NOW);
    return other;
  }

  /** The next turn comes here, after the other replica's last. */
  goOnFrom(other: TestMemory): void {
    this.turns = other.turns;
    this.previous = other.previous;
    this.clock.advance(Math.max(0, other.clock.now() - this.clock.now()));
  }

  command(text: string, more: Partial<DataOf<typeof memoryAssemble>> = {}, session = this.session) {
    const turn = turnId(deriveId('turn', session, ++this.turns));
    const data = {
      user: { user_id: this.user },
      text,
      now: new Date(this.clock.now()).toISOString(),
      locale: 'zh-CN',
      time_zone: 'Asia/Shanghai',
      ...more,
    };
    return {
      id: messageId(deriveId(turn, 'assemble', 0)),
      tenant: this.tenant,
      session: sessionId(session),
      turn,
      data,
    };
  }

  commitOf({ turn, data: assembled }: ReturnType<TestMemory['command']>, text: string, said: Said = {}) {
    const data: DataOf<typeof memoryCommit> = {
      user_id: this.user,
      text,
      locale: said.locale ?? 'zh-CN',
      observed_at: assembled.now,
      anchors: [],
      skill_results: (said.receipts ?? []).map(({ skill, receipt }) => ({
        command_id: `${turn}-${skill}`,
        skill,
        version: '1',
        status: 'succeeded',
        effect: 'write',
        receipt,
      })),
      used_memory_ids: said.used ?? [],
      decisions: [...(said.decisions ?? [])],
      ...(said.space === undefined ? {} : { space: said.space }),
    };
    return {
      id: messageId(deriveId(turn, 'commit', 0)),
      tenant: this.tenant,
      session: sessionId(this.session),
      turn,
      data,
    };
  }

  async turn(text: string, said: Said = {}): Promise<Assembled> {
    this.clock.advance(60_000);
    const previous =
      this.previous === undefined
        ? {}
        : {
            previous: {
              turn_id: this.previous.turn,
              reply: this.previous.reply,
              slots: said.asked === undefined ? {} : { asked_candidate: said.asked },
            },
          };
    const attributes = said.attributes === undefined ? {} : { attributes: said.attributes };
    const space = said.space === undefined ? {} : { space: said.space };
    const command = this.command(text, { ...previous, ...attributes, ...space });
    const assembled = await this.assembleContext.assemble(command);
    if (isRefusal(assembled)) throw new Error(assembled.error.code);
    const committed = await this.commitTurn.commit(this.commitOf(command, text, said));
    if (isRefusal(committed)) throw new Error(committed.error.code);
    this.stored = committed.stored;
    this.previous = { turn: command.turn, reply: said.reply ?? '' };
    return assembled;
  }

  /** Without a turn; in the session of `asked` where one is given. */
  async recall(query: string, asked?: TestMemory, more: Partial<RecallRequest> = {}) {
    const within = asked === undefined ? {} : { sessionId: sessionId(asked.session) };
    const recalled = await this.recallMemory.recall({
      tenant: this.tenant,
      userId: userId(this.user),
      query,
      topK: 5,
      ...within,
      ...more,
    });
    if (isRefusal(recalled)) throw new Error(recalled.error.code);
    return recalled;
  }

  end() {
    return this.endSession.end(this.tenant, sessionId(this.session), undefined);
  }

  updates() {
    return this.book.historyOf(this.tenant, sessionId(this.session)).then((history) => history?.updates ?? []);
  }

  async changes() {
    const asked = { lists: ['changes'], limit: 100, nowMs: this.clock.now() } as const;
    return (await new PostgresUserRecords(this.stores.database).read(this.tenant, userId(this.user), asked)).changes;
  }

  /** The tables in which a text stands anywhere, seen as this user. */
  async rowsWith(text: string): Promise<string[]> {
    const found: string[] = [];
    for (const table of USER_TABLES) {
      const rows = await this.stores.database.query(
        `SELECT * FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`,
        [text],
        { tenant: this.tenant, user: this.user },
      );
      if (rows.length > 0) found.push(table);
    }
    return found;
  }
}
