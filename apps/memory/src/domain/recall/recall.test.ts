import { EMPTY_SESSION, type SessionState } from '../session-state/session-state';
import type { Candidate } from './candidate';
import { recall, type Asking, type Knowledge, type ProfileFact } from './recall';
import { DEFAULT_RECALL_POLICY } from './recall-policy';
import { recallQuery } from './recall-query';

const NOW = Date.UTC(2026, 0, 15);
const fact = (key: string, value: string, more: Partial<ProfileFact> = {}): ProfileFact => ({
  id: `fact-${key}`,
  key,
  value,
  sourceType: 'user',
  observedAtMs: 0,
  ...more,
});
const hit = (id: string, content: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  kind: 'episode',
  content,
  sourceType: 'tool',
  confidence: 0.85,
  importance: 0.5,
  atMs: NOW,
  arms: { keyword: { rank: 1, score: 5 } },
  ...more,
});
const asking = (text: string, about?: { key: string; named?: boolean }): Asking => ({
  text,
  query: recallQuery(text, { nowMs: NOW, timeZone: 'UTC' }),
  ranking: { policy: DEFAULT_RECALL_POLICY, nowMs: NOW, top: 5 },
  ...(about ? { about: { act: 'ask', named: true, ...about } } : {}),
});
const session = (facts: Record<string, string>): SessionState => ({
  ...EMPTY_SESSION,
  facts: new Map(Object.entries(facts)),
});
const knowing = (more: Partial<Knowledge> = {}): Knowledge => ({
  session: EMPTY_SESSION,
  profile: [],
  found: [],
  ...more,
});

describe('recall', () => {
  it('M9: stops at the session, then at the profile, and says “not known” only when the user named the attribute', () => {
    const knowledge = knowing({
      session: session({ 暗号: '蓝鲸-4471' }),
      profile: [fact('暗号', '白鲸'), fact('email', 'a@b.co')],
      found: [hit('x', '别的事情')],
    });
    expect(recall(asking('我的暗号是什么', { key: '暗号' }), knowledge)).toMatchObject({
      answer: { key: '暗号', value: '蓝鲸-4471', layer: 'session' },
      items: [{ layer: 'session' }],
    });
    expect(recall(asking('我的邮箱', { key: 'email' }), knowledge)).toMatchObject({
      answer: { key: 'email', value: 'a@b.co', item_id: 'fact-email', layer: 'profile' },
    });
    expect(recall(asking('我的生日', { key: 'birthday' }), knowledge).answer).toEqual({
      key: 'birthday',
      layer: 'none',
    });
    expect(recall(asking('生日', { key: 'birthday', named: false }), knowledge).answer).toBeUndefined();
  });

  it('M9: what the search finds under the asked key suffices as the third step', () => {
    const found = [hit('s', '用户的生日：5月1日', { key: 'birthday', kind: 'fact' }), hit('x', '生日蛋糕的店')];
    expect(recall(asking('我的生日是哪天', { key: 'birthday' }), knowing({ found }))).toMatchObject({
      items: [{ id: 's' }],
      answer: { key: 'birthday', layer: 'semantic', item_id: 's' },
    });
  });

  it('M9: what comes to mind of a text that asks nothing is given as context and answers nothing', () => {
    const found = [hit('x', '想订一间靠窗的会议室，下周开会用')];
    const wish = recall(asking('帮我订一间靠窗的会议室'), knowing({ found }));
    expect(wish).toMatchObject({ answeredBy: 'none', items: [{ id: 'x' }] });
    expect(recall({ ...asking('靠窗的会议室'), lookup: true }, knowing({ found })).answeredBy).toBe('semantic');
    expect(recall(asking('我之前订过哪间靠窗的会议室？'), knowing({ found })).answeredBy).toBe('semantic');
  });

  it('M9: what says too little of the question does not answer it', () => {
    const found = [hit('x', '会议室')];
    const asked = recall(
      asking('我上次给法务部门的合同模板是哪一份？'),
      knowing({ found: [hit('y', '法务部门'), ...found] }),
    );
    expect(asked.answeredBy).toBe('none');
  });

  it('M9: a question about what the dialogue speaks of is answered by the session that holds it, else by nothing', () => {
    const state = new Map([['民宿.名称', '云上小院']]);
    const asked = asking('这家的电话是多少？');
    expect(recall(asked, knowing({ session: { ...EMPTY_SESSION, state } }))).toMatchObject({
      answeredBy: 'session',
      held: [{ key: '民宿.名称', content: '云上小院' }],
    });
    expect(recall(asked, knowing()).answeredBy).toBe('none');
  });

  it('M10: an item takes the weight of its own layer', () => {
    const knowledge = knowing({ session: session({ city: '上海' }), profile: [fact('email', 'a@b.co')] });
    expect(recall(asking('城市', { key: 'city' }), knowledge).items).toMatchObject([{ score: 2 }]);
    expect(recall(asking('邮箱', { key: 'email' }), knowledge).items).toMatchObject([{ score: 1 }]);
  });

  it('M17: a fact that was confirmed elsewhere after the session spoke of it counts before the session’s own value', () => {
    const profile = [fact('email', 'new@b.co', { newerThanSession: true })];
    const knowledge = knowing({ session: session({ email: 'old@b.co' }), profile });
    expect(recall(asking('我的邮箱', { key: 'email' }), knowledge).answer).toMatchObject({
      value: 'new@b.co',
      layer: 'profile',
    });
    const older = { ...knowledge, profile: [fact('email', 'new@b.co')] };
    expect(recall(asking('我的邮箱', { key: 'email' }), older).answer).toMatchObject({ value: 'old@b.co' });
  });

  it.each(Object.getOwnPropertyNames(Object.prototype))(
    'M25: knows nothing of an attribute that is called %s',
    (key) => {
      expect(recall(asking('我的什么', { key }), knowing())).toEqual({
        answeredBy: 'none',
        items: [],
        ranked: [],
        answer: { key, layer: 'none' },
      });
    },
  );

  it('answers with every value of a key that has several, and with what stands in', () => {
    const knowledge = knowing({
      session: session({ allergy: '芒果', 'allergy/2': '虾' }),
      profile: [fact('preferred_name', 'Ana')],
    });
    expect(recall(asking('过敏', { key: 'allergy' }), knowledge).answer).toMatchObject({ value: '芒果、虾' });
    expect(recall(asking('名字', { key: 'name' }), knowledge).answer).toMatchObject({
      key: 'preferred_name',
      value: 'Ana',
    });
  });

  it('M17: shows a found profile fact with its current value', () => {
    const knowledge = knowing({
      profile: [fact('email', 'new@b.co')],
      found: [hit('fact-email', 'the user: email: old@b.co', { kind: 'fact', key: 'email' })],
    });
    expect(recall(asking('email'), knowledge).items).toMatchObject([{ content: 'new@b.co', layer: 'profile' }]);
  });

  it('M9: asks which of two is meant when their names are as near, and answers when one is named', () => {
    const contacts = [
      { id: 'c1', name: '张明', aliases: [], email: 'ming@b.co' },
      { id: 'c2', name: '张敏', aliases: ['敏敏'], email: 'min@b.co', title: '财务总监' },
      { id: 'c3', name: 'Anna Lee', aliases: [], email: 'anna@b.co', phone: '139' },
    ];
    const ask = (text: string) => recall(asking(text), knowing({ contacts }));
    expect(ask('小张的邮箱是多少')).toMatchObject({ ambiguous: [{ name: '张明' }, { name: '张敏' }], items: [] });
    expect(ask('张名的邮箱')).toMatchObject({ ambiguous: [{ name: '张明' }, { name: '张敏' }] });
    expect(ask('张明的邮箱').answer).toMatchObject({ value: 'ming@b.co', item_id: 'c1', layer: 'profile' });
    expect(ask('敏敏的邮箱').answer).toMatchObject({ value: 'min@b.co' });
    expect(ask("what is Anna's phone number?").answer).toMatchObject({ value: '139' });
    expect(ask('财务总监的邮箱')).toMatchObject({ ambiguous: [{ name: '张敏' }] });
    expect(ask('李四的邮箱').ambiguous).toBeUndefined();
    expect(ask('张明昨天来过').answer).toBeUndefined();
  });
});
