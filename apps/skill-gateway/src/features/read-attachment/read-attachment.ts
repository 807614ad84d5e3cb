import { refuse, type Refusal, type TenantId } from '@plinth/kernel';
import type { AttachmentStore, KeptResult } from '../../ports/attachment-store';

/** Gives the full result behind a summary (S12) to whom `maySee` lets see what belongs to its user. */
export class ReadAttachment {
  constructor(private readonly attachments: AttachmentStore) {}

  async read(tenant: TenantId, id: string, maySee: (userId: string) => boolean): Promise<KeptResult | Refusal> {
    const kept = await this.attachments.find(tenant, id);
    if (kept && maySee(kept.userId)) return kept;
    return refuse('not_found', 'attachment_not_found', 'No such attachment is kept; each is kept for its time only.');
  }
}
