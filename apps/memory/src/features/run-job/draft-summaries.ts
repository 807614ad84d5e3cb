import type { SilentSession } from '../../domain/forgetting/job-work';
import { draftOf } from '../../domain/forgetting/plan-job';
import type { SummaryLimits } from '../../domain/summary/summarise';
import type { SummaryWriter } from '../../ports/summary-writer';

/** What the model would write of each session, before any transaction: what is said meanwhile makes a draft nobody's. */
export async function draftSummaries(
  writer: SummaryWriter,
  sessions: readonly SilentSession[],
  limits: SummaryLimits,
): Promise<ReadonlyMap<string, string>> {
  const drafts = new Map<string, string>();
  for (const session of sessions) {
    const text = await writer.write(session.rounds, limits, 'UTC');
    if (text !== undefined) drafts.set(draftOf(session), text);
  }
  return drafts;
}
