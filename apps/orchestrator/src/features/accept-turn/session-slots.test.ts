import { isRefusal, sessionId, tenantId } from '@plinth/kernel';
import { Admission } from './admission';
import { SessionSlots, type Share } from './session-slots';

function slots(limits: { inFlight: number; queue: number }, maxJoining?: number) {
  let held = 0;
  const admission = new Admission(limits, (now) => (held = now));
  const sessions = new SessionSlots(admission, maxJoining);
  const keep = (session: string) =>
    sessions.enter({ tenant: tenantId('t1'), session: sessionId(session) }, async (share) => share);
  const shareOf = async (session: string): Promise<Share> => {
    const share = await keep(session);
    if (isRefusal(share)) throw new Error(share.error.code);
    return share;
  };
  return { keep, share: shareOf, held: () => held };
}
const codeOf = (answer: unknown) => (isRefusal(answer) ? answer.error.code : 'admitted');

describe('SessionSlots', () => {
  it('gives the slot of a session back when the last of its turns has left, each once', async () => {
    const { share, held } = slots({ inFlight: 2, queue: 0 });
    const turns = [await share('s1'), await share('s1')];
    expect(turns.map(({ first }) => first)).toEqual([true, false]);
    turns[0]!.leave();
    turns[0]!.leave();
    expect(held()).toBe(1);
    turns[1]!.leave();
    expect(held()).toBe(0);
    expect((await share('s1')).first).toBe(true);
  });

  it('a session that finds neither a slot nor a place to wait is refused with all who joined it, and admitted when one is free', async () => {
    const { keep, share } = slots({ inFlight: 1, queue: 0 });
    const busy = await share('s1');
    const refused = await Promise.all([keep('s2'), keep('s2')]);
    expect(refused.map(codeOf)).toEqual(['overloaded', 'overloaded']);
    busy.leave();
    expect(codeOf(await keep('s2'))).toBe('admitted');
  });

  it('refuses who joins when too many are joining, and not once they have begun', async () => {
    const { keep, share } = slots({ inFlight: 1, queue: 1 }, 1);
    const busy = await share('s1');
    const waiting = keep('s2');
    const joined = keep('s2');
    expect(codeOf(await keep('s2'))).toBe('overloaded');
    busy.leave();
    expect((await Promise.all([waiting, joined])).map(codeOf)).toEqual(['admitted', 'admitted']);
    expect(codeOf(await keep('s2'))).toBe('admitted');
  });
});
