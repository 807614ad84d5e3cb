import { TransientError } from '@plinth/kernel';
import { UniqueViolation } from '@plinth/postgres';

/** Another replica changed the same session between our reading and our writing. */
export class SessionMoved extends Error {
  constructor() {
    super('the session moved on while the turn was being decided');
    this.name = 'SessionMoved';
  }
}

const TRIES = 4;

/** Runs a transaction again when another one was faster, so that it decides on what is there now. */
export async function againWhenOvertaken<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof UniqueViolation) && !(error instanceof SessionMoved)) throw error;
      if (tries === TRIES)
        throw new TransientError('memory_contended', 'Other replicas kept changing the same memory.', { cause: error });
    }
  }
}
