import { attachmentStoreContract } from '../../../ports/attachment-store.contract';
import { InProcessAttachmentStore } from './in-process-attachment-store';

describe('InProcessAttachmentStore', () => {
  attachmentStoreContract(() => {
    const store = new InProcessAttachmentStore();
    return { store, erasedUser: (tenant, userId, upToMs) => store.rememberErasure(tenant, userId, upToMs) };
  });
});
