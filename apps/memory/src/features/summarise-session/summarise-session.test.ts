import { isRefusal, sessionId, tenantId, userId } from '@plinth/kernel';
import type { Round } from '../../domain/summary/round';
import { ContactBook } from '../../ports/contact-book';
import type { KnownPerson } from '../../ports/turn-ledger';
import { FixedPolicies } from '../../ports/fixed-policies.stage';
import type { SessionBook } from '../../ports/session-book';
import type { SummaryWriter } from '../../ports/summary-writer';
import { SummariseSession } from './summarise-session';

const NOW = Date.UTC(2024, 4, 20, 2);
const rounds: Round[] = [
  { id: '1', said: '我想把订单A1001退款，一共300元', replied: '好的，已经提交退款申请。', saidAtMs: NOW },
  { id: '2', said: '顺便转告莉莉，明天我去杭州', saidAtMs: NOW },
];
const ann = userId('ann');
const sessions: Pick<SessionBook, 'ownerOf' | 'roundsOf'> = {
  ownerOf: (_tenant, session) => Promise.resolve(session === 's1' ? ann : undefined),
  roundsOf: () => Promise.resolve(rounds),
};
class Contacts extends ContactBook {
  constructor(private readonly people: readonly KnownPerson[]) {
    super();
  }
  contactsOf() {
    return Promise.resolve(this.people);
  }
}
const wang = { id: 'c1', name: '王莉', aliases: ['莉莉'] };
const asked = { tenant: tenantId('acme'), sessionId: sessionId('s1'), user: ann, timeZone: 'Asia/Shanghai' };

const summarised = async (written?: string, people = [wang]) => {
  const writer: SummaryWriter | undefined =
    written === undefined ? undefined : { write: () => Promise.resolve(written) };
  const useCase = new SummariseSession(sessions as SessionBook, new FixedPolicies(), new Contacts(people), writer);
  const summary = await useCase.summarise(asked);
  if (isRefusal(summary)) throw new Error(summary.error.code);
  return summary;
};

describe('SummariseSession', () => {
  it('M35: takes a model’s summary that its session bears out', async () => {
    const text = '用户申请订单A1001退款300元，2024-05-21去杭州，请转告王莉。';
    expect(await summarised(text)).toMatchObject({ written_by: 'model', summaries: [{ text }] });
  });

  it.each([
    ['entity', '订单A1002退款'],
    ['number', '订单A1001退款500元'],
    ['date', '2024-05-22去杭州'],
    ['action', '订单A1001已发货'],
    ['length', `订单A1001退款。${'订单A1001退款。'.repeat(30)}`],
  ])('M35: rejects a model’s summary for its %s, says why, and extracts', async (kind, text) => {
    const summary = await summarised(text);
    expect(summary).toMatchObject({ written_by: 'extract', rejected: [{ kind }] });
    expect(summary.summaries[0]?.text).toContain('订单A1001');
  });

  it('M12: names people as the user’s contacts are named, but not where an alias may be several', async () => {
    expect((await summarised()).summaries[0]?.text).toContain('转告王莉');
    expect(
      (await summarised(undefined, [wang, { id: 'c2', name: '张莉', aliases: ['莉莉'] }])).summaries[0]?.text,
    ).toContain('转告莉莉');
  });

  it('hides a session from all but its user', async () => {
    const useCase = new SummariseSession(sessions as SessionBook, new FixedPolicies(), new Contacts([]));
    expect(await useCase.summarise({ ...asked, user: userId('eve') })).toMatchObject({
      error: { code: 'session_not_found' },
    });
    expect(await useCase.judge({ ...asked, sessionId: sessionId('s2') }, 'x')).toMatchObject({
      error: { code: 'session_not_found' },
    });
  });
});
