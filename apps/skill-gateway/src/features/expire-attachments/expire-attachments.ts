import type { Clock } from '@plinth/kernel';
import type { AttachmentStore } from '../../ports/attachment-store';

/** Rows that one statement deletes at most, so that none holds locks for long. */
const AT_ONCE = 1_000;

/** Lets go of attachments that have been kept for their time. Any number of replicas may do it. */
export class ExpireAttachments {
  constructor(
    private readonly attachments: AttachmentStore,
    private readonly clock: Clock,
    private readonly retentionMs: number,
  ) {}

  /** How many were deleted. Throws TransientError when the store is away; what was deleted until then is. */
  async expire(): Promise<number> {
    const beforeMs = this.clock.now() - this.retentionMs;
    for (let deleted = 0; ;) {
      const now = await this.attachments.deleteKeptBefore(beforeMs, AT_ONCE);
      deleted += now;
      if (now < AT_ONCE) return deleted;
    }
  }
}
