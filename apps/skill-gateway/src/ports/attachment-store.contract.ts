import { randomUUID } from 'node:crypto';
import { messageId, tenantId, type TenantId } from '@plinth/kernel';
import type { AttachmentStore, KeptResult } from './attachment-store';

export interface AttachmentStage {
  readonly store: AttachmentStore;
  /** Lets the store know that a user was erased, with all that was asked up to then. */
  erasedUser(tenant: TenantId, userId: string, upToMs: number): Promise<void> | void;
}

const MADE_AT_MS = 1_000;

/** What every store of attachments keeps. Each test works on rows of its own. */
export function attachmentStoreContract(open: () => AttachmentStage): void {
  let stage: AttachmentStage;
  let tenant: TenantId;
  beforeEach(() => {
    stage = open();
    tenant = tenantId(`t-${randomUUID()}`);
  });
  const kept = (over: Partial<KeptResult> = {}): KeptResult => ({
    ...{
      tenant,
      id: randomUUID(),
      commandId: messageId(randomUUID()),
      userId: 'li',
      skill: 'read_log',
      version: '1.0.0',
    },
    ...{ content: '{"text":"好的 🙂",  "rows":[1,null]}', bytes: 40, sha256: 'ab', storedAtMs: 5_000 },
    ...over,
  });

  it('S12: gives back what was kept, to its tenant alone; the same id again replaces it', async () => {
    const first = kept();
    expect(await stage.store.keep(first, MADE_AT_MS)).toBe(true);
    expect(await stage.store.find(tenant, first.id)).toEqual(first);
    expect(await stage.store.find(tenantId('another'), first.id)).toBeUndefined();
    const second = { ...first, userId: 'wu', content: '{"other":true}', bytes: 14, sha256: 'cd' };
    expect(await stage.store.keep(second, MADE_AT_MS)).toBe(true);
    expect(await stage.store.find(tenant, first.id)).toEqual(second);
  });

  it('S12: deletes what was kept for an erased user, and keeps nothing more of what was asked before', async () => {
    const [mine, others, late, later] = [kept(), kept({ userId: 'wu' }), kept(), kept()];
    for (const each of [mine, others]) await stage.store.keep(each, MADE_AT_MS);
    await stage.erasedUser(tenant, 'li', MADE_AT_MS);
    expect(await stage.store.erase(tenant, ['li'])).toBe(1);
    expect(await stage.store.erase(tenant, ['li'])).toBe(0);
    expect(await stage.store.find(tenant, mine.id)).toBeUndefined();
    expect(await stage.store.find(tenant, others.id)).toEqual(others);
    expect(await stage.store.keep(late, MADE_AT_MS)).toBe(false);
    expect(await stage.store.find(tenant, late.id)).toBeUndefined();
    expect(await stage.store.keep(later, MADE_AT_MS + 1)).toBe(true);
  });

  it('S12: deletes what is past its time, the oldest first, so many at once', async () => {
    const aged = [10, 20, 30].map((storedAtMs) => kept({ storedAtMs }));
    for (const each of aged) await stage.store.keep(each, MADE_AT_MS);
    expect(await stage.store.deleteKeptBefore(30, 1)).toBe(1);
    const left = async () => (await Promise.all(aged.map(({ id }) => stage.store.find(tenant, id)))).map(Boolean);
    expect(await left()).toEqual([false, true, true]);
    await stage.store.deleteKeptBefore(30, 1_000);
    expect(await left()).toEqual([false, false, true]);
  });
}
