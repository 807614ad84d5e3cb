import type { Round } from '../domain/summary/round';
import type { SummaryLimits } from '../domain/summary/summarise';

/** A small model that summarises. What it writes is judged before anyone sees it (M35). */
export abstract class SummaryWriter {
  /** Undefined when it has no answer in time or none that can be read: an extract then takes its place. */
  abstract write(rounds: readonly Round[], limits: SummaryLimits, timeZone: string): Promise<string | undefined>;
}
