import { FixedClock, messageId, tenantId } from '@plinth/kernel';
import { InProcessAttachmentStore } from '../../adapters/outbound/in-process/in-process-attachment-store';
import { ExpireAttachments } from './expire-attachments';

it('S12: lets go of every attachment that was kept longer than its time, however many, and of no other', async () => {
  const store = new InProcessAttachmentStore();
  const tenant = tenantId('default');
  const of = { tenant, commandId: messageId('c'), userId: 'li', skill: 'read_log', version: '1.0.0' };
  for (let nth = 0; nth < 2_500; nth += 1)
    await store.keep({ ...of, id: `${nth}`, content: '{}', bytes: 2, sha256: '', storedAtMs: nth }, 0);
  const clock = new FixedClock(10_000 + 2_400);
  expect(await new ExpireAttachments(store, clock, 10_000).expire()).toBe(2_400);
  expect(await store.find(tenant, '2399')).toBeUndefined();
  expect(await store.find(tenant, '2400')).toBeDefined();
});
