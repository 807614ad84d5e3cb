import type { Logger } from '@plinth/telemetry';
import { TransientError } from '@plinth/kernel';
import type { ModelCall, ModelLedger, ModelText, Prompt, TurnModel } from '../../ports/turn-model';

export const LEASE_MS = 60_000;

/**
 * Asks the model once per command. A duplicate gets the recorded answer (T3); while another worker asks, this one has nothing to say:
 * the answer comes from there, or from the next delivery when the lease is over.
 */
export class AnswerModel {
  constructor(
    private readonly model: TurnModel,
    private readonly ledger: ModelLedger,
    private readonly clock: { now(): number },
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  /** Undefined: somebody else is asking. Throws what the model throws, after giving the lease back. */
  async run(call: ModelCall, prompt: Prompt): Promise<ModelText | undefined> {
    const lease = await this.ledger.lease(call, this.clock.now(), LEASE_MS);
    if (lease === 'taken') return undefined;
    if (lease !== 'leased') return lease;
    let answer: ModelText;
    try {
      answer = await this.model.answer(prompt);
    } catch (error) {
      await this.ledger.release(call);
      throw error;
    }
    await this.record(call, answer);
    return answer;
  }

  /** An answer that cannot be recorded is still an answer: the journal has it as soon as it arrives. */
  private async record(call: ModelCall, answer: ModelText): Promise<void> {
    try {
      await this.ledger.record(call, answer);
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
      this.log.warn({ err: error }, 'the answer of a model could not be recorded');
    }
  }
}
