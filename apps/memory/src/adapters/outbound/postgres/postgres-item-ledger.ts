import { isRefusal, type Clock, type Json, type Refusal, type TenantId, type UserId } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import type { GateMode } from '../../../domain/candidates/gate-policy';
import {
  ItemLedger,
  type WriteKey,
  type WriteKnowledge,
  type WriteRecord,
  type WriteTogether,
  type Written,
} from '../../../ports/item-ledger';
import { CommandBatches, type BatchedCommand, type Decision } from './command-batches';
import { WRITE_ITEMS } from './commit-sql';
import { LOAD_WRITE, RECORD_WRITE } from './item-sql';
import { planWrites } from './plan-writes';
import type { OpenCandidate } from './rows';

interface LoadedRow {
  readonly recorded: { reply: Json } | null;
  readonly active: WriteKnowledge['active'];
  readonly candidates: readonly OpenCandidate[];
  readonly mode: GateMode | null;
  readonly erasedUntilMs: number;
}

export class PostgresItemLedger extends ItemLedger {
  private readonly batches: CommandBatches;

  constructor(
    private readonly database: SqlDatabase,
    private readonly clock: Clock,
    /** The model that items wait for; without one their vectors are made as they are written. */
    private readonly embeddedBy?: string,
  ) {
    super();
    this.batches = new CommandBatches(database);
  }

  async write(key: WriteKey, decide: (known: WriteKnowledge) => WriteRecord | Refusal): Promise<Written | Refusal> {
    return this.batches.run(this.commandOf({ key, decide, check: () => undefined }));
  }

  async writeTogether(writes: readonly WriteTogether[]): Promise<readonly Written[] | Refusal> {
    const commands = writes.map((write) => this.commandOf(write));
    const [only] = commands;
    const answers =
      only && commands.length === 1 ? [await this.batches.run(only)] : await this.batches.together(commands);
    const written = answers.filter((answer): answer is Written => !isRefusal(answer));
    return answers.find((answer) => isRefusal(answer)) ?? written;
  }

  private commandOf({ key, decide, check }: WriteTogether): BatchedCommand<Written | Refusal> {
    const { tenant, userId, commandId } = key;
    return {
      summary: 'INSERT memory_items',
      scope: { tenant, user: userId },
      load: [LOAD_WRITE, [tenant, userId, commandId]],
      decide: (rows) => {
        const row = rows[0] as LoadedRow;
        if (row.recorded) {
          const { reply } = row.recorded;
          const refused = check(reply);
          if (refused) return refusal(refused);
          return { writes: [], finish: () => ({ repeated: true, reply, restated: new Map() }) };
        }
        const { mode, ...known } = row;
        const decided = decide({ ...known, ...(mode ? { mode } : {}) });
        if (isRefusal(decided)) return refusal(decided);
        const { plan, reply } = decided;
        const nowMs = this.clock.now();
        const writes = planWrites(plan, {
          ...{ tenant, userId, sourceId: commandId, nowMs },
          ...(this.embeddedBy === undefined ? {} : { embeddedBy: this.embeddedBy }),
        });
        return {
          writes: [[RECORD_WRITE, [tenant, commandId, userId, JSON.stringify(reply), nowMs]], ...writes],
          finish: (answers) => {
            const at = writes.findIndex(([text]) => text === WRITE_ITEMS);
            const stored = (at < 0 ? [] : (answers[at + 1] ?? [])) as readonly { given: string; stored: string }[];
            const other = stored.filter((item) => item.given !== item.stored);
            return { repeated: false, reply, restated: new Map(other.map((item) => [item.given, item.stored])) };
          },
        };
      },
    };
  }

  async chooseMode(tenant: TenantId, userId: UserId, mode: GateMode | null, nowMs: number): Promise<void> {
    await this.database.query(
      `INSERT INTO users (tenant, user_id, first_seen_ms, mode) VALUES ($1, $2, $3, $4)
       ON CONFLICT (tenant, user_id) DO UPDATE SET mode = EXCLUDED.mode`,
      [tenant, userId, nowMs, mode],
      { tenant, user: userId },
    );
  }
}

const refusal = (refused: Refusal): Decision<Refusal> => ({ writes: [], refuses: true, finish: () => refused });
