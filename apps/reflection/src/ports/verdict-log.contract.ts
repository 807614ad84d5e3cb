import { messageId, sessionId, tenantId, turnId } from '@plinth/kernel';
import type { VerdictEntry, VerdictLog } from './verdict-log';

export interface VerdictLogUnderTest {
  readonly log: VerdictLog;
  drain(): Promise<void>;
}

export const entry = (over: Partial<VerdictEntry> = {}): VerdictEntry => ({
  tenant: tenantId('default'),
  userId: 'anna',
  session: sessionId('s'),
  turn: turnId('t'),
  command: messageId('c1'),
  round: 0,
  outcome: 'corrected',
  partial: false,
  codes: ['absolute_wording'],
  policyVersion: 'v',
  durationMs: 1.5,
  atMs: 1_000,
  ...over,
});

export function verdictLogContract(name: string, open: () => Promise<VerdictLogUnderTest>): void {
  describe(`VerdictLog: ${name}`, () => {
    let subject: VerdictLogUnderTest;
    beforeAll(async () => {
      subject = await open();
    });

    it('writes an entry once however often its command is judged, and erases by user', async () => {
      subject.log.record(entry());
      subject.log.record(entry());
      await subject.drain();
      subject.log.record(entry());
      subject.log.record(entry({ userId: 'bob', command: messageId('c2') }));
      expect(await subject.log.erase(tenantId('default'), ['anna'])).toBe(1);
      expect(await subject.log.erase(tenantId('default'), ['anna'])).toBe(0);
    });

    it('M20: erases nothing of another tenant', async () => {
      subject.log.record(entry({ tenant: tenantId('other'), userId: 'carl', command: messageId('c3') }));
      await subject.drain();
      expect(await subject.log.erase(tenantId('default'), ['carl'])).toBe(0);
      expect(await subject.log.erase(tenantId('other'), ['carl'])).toBe(1);
    });
  });
}
