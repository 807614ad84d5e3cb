/** Knows which turns are over. */
export abstract class StaleJudge {
  /**
   * Whether the turn has reached a final status. Commands of such a turn are discarded, since nobody waits for them.
   * Throws TransientError when it cannot be asked: the replay stops, for “could not ask” is not “running”.
   */
  abstract isFinal(turn: {
    readonly tenant: string;
    readonly session: string;
    readonly turn: string;
  }): Promise<boolean>;
}

/** For a bus without a journal: no turn is ever over. */
export class NothingStale extends StaleJudge {
  async isFinal(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

/**
 * For the services of the mesh: a command is parked only after it was answered `command.failed{parked}`, upon which the journal
 * ends its turn, or goes on without it for good. So the turn of a parked command is over, or will be by that answer.
 */
export class AnsweredTurnsAreOver extends StaleJudge {
  async isFinal(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
