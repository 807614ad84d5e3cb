import type { ModelVector } from '@plinth/terms';
import type { Embedder } from './embedder';
import { failureOf, type EmbeddingOutcome } from './embedding-outcome';

/** After so many failures in a row the model is not asked for a while. */
const FAILURES = 3;
const REST_MS = 5_000;

/**
 * The vector of a question, in short time or not at all: whoever asks then answers by words alone.
 * Owns the circuit: after FAILURES in a row no question waits for the model until REST_MS have passed; then one tries it.
 */
export class EmbedQuestion {
  private failures = 0;
  private restsUntilMs = -Infinity;

  constructor(
    private readonly embedder: Embedder,
    private readonly timeoutMs: number,
    /** Milliseconds of a monotonic clock. */
    private readonly stopwatch: () => number,
    /** Called once each time that the model is given a rest. */
    private readonly report: (error: unknown) => void,
    private readonly count: (outcome: EmbeddingOutcome) => void,
  ) {}

  async vectorOf(question: string): Promise<ModelVector | undefined> {
    if (this.stopwatch() < this.restsUntilMs) {
      this.count('skipped');
      return undefined;
    }
    // Until this one is answered, others need not find out for themselves.
    if (this.failures >= FAILURES) this.restsUntilMs = this.stopwatch() + REST_MS;
    const { embedder } = this;
    try {
      const [values] = await embedder.embed([question], 'query', this.timeoutMs);
      this.failures = 0;
      this.restsUntilMs = -Infinity;
      this.count('embedded');
      return values && { model: embedder.model, values };
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      this.count(failure);
      this.failed(error);
      return undefined;
    }
  }

  private failed(error: unknown): void {
    this.failures++;
    if (this.failures < FAILURES) return;
    if (this.failures === FAILURES) this.report(error);
    this.restsUntilMs = this.stopwatch() + REST_MS;
  }
}
