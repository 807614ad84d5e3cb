import { AsyncLocalStorage } from 'node:async_hooks';

/** Which transactions the current asynchronous context is inside of. */
interface OpenTransaction {
  readonly source: object;
  readonly around: OpenTransaction | undefined;
  open: boolean;
}

const current = new AsyncLocalStorage<OpenTransaction>();

/**
 * Throws when called from inside a transaction of this source of connections (of any, if none is given). Work that a transaction left
 * behind is free again once the transaction is over.
 */
export function assertOutsideTransaction(source?: object): void {
  for (let entry = current.getStore(); entry !== undefined; entry = entry.around) {
    if (entry.open && (source === undefined || entry.source === source))
      throw new Error('the database was used inside its own transaction: use the executor that the callback was given');
  }
}

/** Runs `work` marked as inside a transaction of `source` until it settles. */
export async function insideTransaction<T>(source: object, work: () => Promise<T>): Promise<T> {
  const entry: OpenTransaction = { source, around: current.getStore(), open: true };
  try {
    return await current.run(entry, work);
  } finally {
    entry.open = false;
  }
}
