import type { ClientBase } from 'pg';
import { sparesConnection, translateFailure } from './failure';
import type { SqlExecutor } from './sql-executor';
import type { StatementNames } from './statement-names';
import { toParameter } from './value-types';

/**
 * One borrowed driver connection in pipeline mode: what is sent without awaiting travels together and is answered in order.
 * Its owner asks `spoiled` before giving it to the next borrower.
 */
export class Connection implements SqlExecutor {
  /** Set once a failure leaves the connection in an unknown state. */
  spoiled = false;

  constructor(
    private readonly client: ClientBase,
    private readonly names: Pick<StatementNames, 'nameOf'>,
  ) {}

  async query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    const name = values === undefined ? undefined : this.names.nameOf(text);
    const config = {
      text,
      ...(name === undefined ? {} : { name }),
      ...(values === undefined ? {} : { values: values.map(toParameter) }),
    };
    return this.translated(async () => {
      const answer = (await this.client.query(config)) as unknown as Answer<Row>;
      return (Array.isArray(answer) ? answer.at(-1) : answer)?.rows ?? [];
    });
  }

  /** Runs BEGIN, COMMIT and the like; answers the last command tag. */
  async command(text: string): Promise<string> {
    return this.translated(async () => {
      const answer = (await this.client.query(text)) as unknown as Answer<never>;
      return (Array.isArray(answer) ? answer.at(-1) : answer)?.command ?? '';
    });
  }

  private async translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!sparesConnection(error)) this.spoiled = true;
      throw translateFailure(error);
    }
  }
}

/** What the driver answers: an array to a text of several statements. */
type Answer<Row> = ResultOf<Row> | ResultOf<Row>[];
interface ResultOf<Row> {
  readonly rows: Row[];
  readonly command: string;
}
