import type { TurnView } from '@plinth/testing';
import type { PlayedSession, PlayedTurn } from './play-session';
import type { ScriptedTurn } from './session-script';
import { queuedTurns, violationsIn, type Violation } from './violations';

const turnOf = (text: string, seqs: readonly number[], over: Partial<TurnView> = {}): TurnView => ({
  turn_id: `turn-${seqs[0]}`,
  request_id: 'r',
  status: 'completed',
  reply: { text, notices: [], evidence: [] },
  steps: [],
  usage: {},
  events: seqs.map((seq) => ({ seq, type: 'x.v1', at: '2026-11-01T00:00:00.000Z', service: 'orchestrator' })),
  ...over,
});

const played = (kind: ScriptedTurn['kind'], turn: TurnView): PlayedTurn => ({
  scripted: { kind, text: '…', queued: false },
  turn,
  waitedMs: 1,
});

const sessionOf = (name: string, codeWord: string, turns: readonly PlayedTurn[]): PlayedSession => ({
  plan: { session: name, user: `user of ${name}`, codeWord, orderNumber: 'DD1' },
  turns,
});

const statusStep = [{ name: 'skill.invoke', status: 'succeeded', duration_ms: 1, skill: 'get_order_status' }];
const sound = (name: string, word: string): PlayedSession =>
  sessionOf(name, word, [
    played('tell', turnOf(`已记录您的暗号为${word}`, [1, 2, 3])),
    played('flow', turnOf('订单 DD1 已发货', [4, 5, 7], { steps: statusStep })),
    played('utterance', turnOf('抱歉', [6, 8, 9])),
    played('ask', turnOf(`您的暗号是${word}。`, [10, 11])),
  ]);
const replaced = (session: PlayedSession, at: number, turn: PlayedTurn): PlayedSession => ({
  ...session,
  turns: session.turns.map((old, index) => (index === at ? turn : old)),
});
const rulesOf = (sessions: readonly PlayedSession[]): readonly Violation['rule'][] =>
  violationsIn(sessions).map(({ rule }) => rule);

describe('what sessions on a mesh must not do', () => {
  const other = sound('b', '海棠灯塔');

  it('finds nothing in sound sessions, also where a turn was accepted while another went on', () => {
    expect(rulesOf([sound('a', '青瓷罗盘'), other])).toEqual([]);
    expect(queuedTurns(sound('a', '青瓷罗盘'))).toBe(1);
  });

  it('T7: sees a turn that began before the one ahead of it had ended', () => {
    const early = replaced(other, 2, played('utterance', turnOf('抱歉', [5, 6, 9])));
    expect(rulesOf([early])).toEqual(['order']);
  });

  it('T7: sees turns that were accepted in another order than they were sent', () => {
    const swapped = replaced(other, 2, played('utterance', turnOf('抱歉', [3, 8, 9])));
    expect(rulesOf([swapped])).toEqual(['order']);
  });

  it('sees events of a turn that are out of order, or none', () => {
    expect(rulesOf([replaced(other, 3, played('ask', turnOf('海棠灯塔', [11, 10])))])).toEqual(['order']);
    expect(rulesOf([replaced(other, 3, played('ask', turnOf('海棠灯塔', [])))])).toContain('order');
  });

  it('sees a code word that does not come back, and one of another session anywhere', () => {
    expect(rulesOf([replaced(other, 3, played('ask', turnOf('我还不知道您的暗号。', [10, 11])))])).toEqual([
      'own_code_word',
    ]);
    const leaking = replaced(other, 2, played('utterance', turnOf('青瓷罗盘', [6, 8, 9])));
    expect(rulesOf([sound('a', '青瓷罗盘'), leaking])).toEqual(['foreign_code_word']);
  });

  it('sees a turn that did not complete and a flow without its skill', () => {
    const failed = played('utterance', turnOf('抱歉', [6, 8, 9], { status: 'failed' }));
    expect(rulesOf([replaced(other, 2, failed)])).toEqual(['completed']);
    expect(rulesOf([replaced(other, 1, played('flow', turnOf('订单 DD1 已发货', [4, 5, 7])))])).toEqual(['flow']);
  });
});
