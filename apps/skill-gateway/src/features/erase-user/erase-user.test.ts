import { FixedClock, messageId, type TenantId } from '@plinth/kernel';
import { InProcessAttachmentStore } from '../../adapters/outbound/in-process/in-process-attachment-store';
import { InProcessInvocationLedger } from '../../adapters/outbound/in-process/in-process-invocation-ledger';
import { ObservationErasure } from '../../ports/observation-erasure';
import { command, TENANT } from '../invoke-skill/gateway-under-test.stage';
import { EraseUser } from './erase-user';

/** Holds one recording of each user, and remembers what the ledger knew of an erasure when it was asked to delete. */
class Recordings extends ObservationErasure {
  readonly users = ['li', 'wu'].map((user) => JSON.stringify([TENANT, user]));
  erasedBefore: boolean | undefined;

  constructor(private readonly isErased: () => Promise<boolean>) {
    super();
  }

  async erase(tenant: TenantId, userIds: readonly string[]): Promise<Readonly<Record<string, number>>> {
    this.erasedBefore = await this.isErased();
    const gone = this.users.filter((key) => userIds.some((user) => key === JSON.stringify([tenant, user])));
    for (const key of gone) this.users.splice(this.users.indexOf(key), 1);
    return { recorded_calls: gone.length };
  }
}

async function erasing() {
  const ledger = new InProcessInvocationLedger(new FixedClock(1_000));
  const attachments = new InProcessAttachmentStore();
  for (const userId of ['li', 'wu']) {
    const invocation = {
      origin: command(userId),
      ...({ skill: 'read_log', version: '1.0.0', lane: 'baseline', userId } as const),
      input: { arguments: { secret: userId }, locale: 'en', attributes: {} },
    };
    await ledger.open(invocation, { leaseMs: 60_000, madeAtMs: 500 });
    const of = { tenant: TENANT, commandId: messageId(userId), userId, skill: 'read_log', version: '1.0.0' };
    await attachments.keep({ ...of, id: userId, content: '{}', bytes: 2, sha256: 'ab', storedAtMs: 500 }, 500);
  }
  const inputOf = async (id: string) => (await ledger.find(TENANT, messageId(id)))?.invocation.input;
  const recordings = new Recordings(async () => (await inputOf('li')) === undefined);
  return { attachments, recordings, inputOf, eraseUser: new EraseUser(ledger, attachments, recordings) };
}

describe('an erasure', () => {
  it('M18: empties calls, deletes attachments and all that was learned beside calls, of this user of this tenant alone', async () => {
    const { attachments, recordings, inputOf, eraseUser } = await erasing();
    expect(await eraseUser.erase('other' as TenantId, ['li'], 1_000)).toEqual({
      ...{ invocations: 0, attachments: 0, recorded_calls: 0 },
    });
    expect(await eraseUser.erase(TENANT, ['li'], 1_000)).toEqual({ invocations: 1, attachments: 1, recorded_calls: 1 });
    expect([await inputOf('li'), await attachments.find(TENANT, 'li')]).toEqual([undefined, undefined]);
    expect([await inputOf('wu'), await attachments.find(TENANT, 'wu')]).toMatchObject([{}, { userId: 'wu' }]);
    expect(recordings.users).toEqual([JSON.stringify([TENANT, 'wu'])]);
    expect(await eraseUser.erase(TENANT, ['li'], 1_000)).toEqual({ invocations: 0, attachments: 0, recorded_calls: 0 });
  });

  it('is known to the ledger before anything is deleted, so that what is written meanwhile is not kept', async () => {
    const { recordings, eraseUser } = await erasing();
    await eraseUser.erase(TENANT, ['li'], 1_000);
    expect(recordings.erasedBefore).toBe(true);
  });
});
