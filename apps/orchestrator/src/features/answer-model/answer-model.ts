import { errorBodyOf, TransientError } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import type { ModelCall, ModelLedger, ModelReplies, ModelText, Prompt, TurnModel } from '../../ports/turn-model';

interface AnswerPorts {
  readonly model: TurnModel;
  readonly ledger: ModelLedger;
  readonly replies: ModelReplies;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Asks the model once per command, from a leased row and not inside a delivery, since it takes seconds. Owns the calls under way.
 * 1. A duplicate gets the recorded answer, or nothing while somebody asks (T3).
 * 2. A worker that dies leaves its lease to run out: the command, sent again, is then asked anew.
 * 3. A failure is an answer too, and so is an answer that cannot be recorded or sent: the turn goes on without the model.
 */
export class AnswerModel {
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly ports: AnswerPorts,
    private readonly leaseMs: number,
  ) {}

  /** Resolves once the call is leased; the answer follows by `ModelReplies`. */
  async run(call: ModelCall, prompt: Prompt): Promise<void> {
    const { ledger, clock, replies } = this.ports;
    const lease = await ledger.lease(call, clock.now(), this.leaseMs);
    if (lease === 'taken') return;
    if (lease !== 'leased') return this.orFail(call, () => replies.answered(call, lease));
    const work = this.ask(call, prompt).finally(() => this.running.delete(work));
    this.running.add(work);
  }

  /** Waits for the calls under way. */
  async drain(): Promise<void> {
    await Promise.all(this.running);
  }

  private async ask(call: ModelCall, prompt: Prompt): Promise<void> {
    const { ledger, replies, log } = this.ports;
    try {
      const answer = await this.answerOf(call, prompt);
      if (!answer) return;
      await this.orFail(call, async () => {
        await ledger.record(call, answer);
        await replies.answered(call, answer);
      });
    } catch (error) {
      log.warn({ err: error }, 'an answer of the model is lost; its command will be sent again');
    }
  }

  private async answerOf(call: ModelCall, prompt: Prompt): Promise<ModelText | undefined> {
    try {
      return await this.ports.model.answer(prompt);
    } catch (error) {
      this.ports.log.warn({ err: error }, 'the model did not answer');
      await this.fail(call, error);
      return undefined;
    }
  }

  /** What no repetition can mend is answered as a failure; a TransientError is passed on. */
  private async orFail(call: ModelCall, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof TransientError) throw error;
      this.ports.log.warn({ err: error }, 'an answer of the model can be neither recorded nor sent');
      await this.fail(call, error);
    }
  }

  private async fail(call: ModelCall, error: unknown): Promise<void> {
    await this.ports.ledger.release(call);
    await this.ports.replies.failed(call, errorBodyOf(error));
  }
}
