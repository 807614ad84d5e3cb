import type { Anchor } from '@plinth/contracts';
import { flowSchema, type Flow } from '../flow/flow';
import { decide } from './decide';
import { react } from './react';
import { answerTo, BUDGETS, KEY, replyEvent, requested, type ScriptedReply } from './scripted-mesh.stage';
import { evolve } from '../session/evolve';
import { emptySession, type Session } from '../session/session';
import type { NewEvent } from '../session/session-event';

const CALL: Flow = {
  hash: 'call',
  definition: flowSchema.parse({
    name: 'call',
    triggers: { any: ['打电话'] },
    slots: { who: { anchor: 'person', ask: { zh: '打给谁？', en: 'Whom shall I call?' } } },
    start: 'dial',
    fallback: 'sorry',
    states: {
      dial: { skill: 'dial', arguments: { who: '{{slots.who}}' }, on: [{ to: 'done' }] },
      done: { reply: { zh: '正在呼叫{{slots.who}}。', en: 'Calling {{slots.who}}.' } },
      sorry: { reply: { zh: '抱歉。', en: 'Sorry.' } },
    },
  }),
};
const WHO: Anchor = { kind: 'person', text: '王姐', value: '王姐', start: 1, end: 3 };

/** What a user is told, turn after turn, who says these texts and means by each the person that memory makes of it. */
function told(said: readonly (readonly [text: string, anchor?: Anchor])[], flows: readonly Flow[] = [CALL]): string[] {
  const knowledge = { flows, flowByHash: (hash: string) => flows.find((flow) => flow.hash === hash), hasModel: false };
  let session: Session = emptySession(KEY);
  let at = 1_000;
  const happened = (event: NewEvent) => (session = evolve(session, { ...event, seq: session.seq + 1 }));
  return said.map(([text, anchor], n) => {
    happened(requested(text, n, (at += 1)));
    for (
      let steps = 0;
      session.released?.turn !== session.history.at(-1)?.turn || session.active || session.queue.length > 0;
      steps++
    ) {
      if (steps > 50) throw new Error('the turn does not end');
      const next = react(session, knowledge, (at += 1));
      if (next) {
        happened(next);
        continue;
      }
      const [command] = decide(session, BUDGETS);
      const reply = answerTo(command!);
      happened(replyEvent(command!, withPeople(reply, anchor ? [anchor] : []), (at += 1)));
    }
    return session.released?.reply ?? '';
  });
}

function withPeople(reply: ScriptedReply, anchors: Anchor[]): ScriptedReply {
  return reply.type === 'memory.assembled.v1' && 'anchors' in reply.data
    ? { type: reply.type, data: { ...reply.data, anchors } }
    : reply;
}

describe('whom a turn means', () => {
  it('M5, M9: a flow that needs somebody asks which of two it is, and goes on with the answer', () => {
    const unclear = { ...WHO, candidates: ['王莉', '王芳'] };
    expect(
      told([
        ['给王姐打电话', unclear],
        ['王芳', { ...WHO, text: '王芳', value: '王芳', contact_id: 'c2' }],
      ]),
    ).toEqual(['您说的“王姐”是哪一位：王莉、王芳？', '正在呼叫王芳。']);
  });

  it('M5: the contact whom the user calls so is who is called', () => {
    expect(told([['给王姐打电话', { ...WHO, value: '王莉', contact_id: 'c1' }]])).toEqual(['正在呼叫王莉。']);
  });

  it('M9: somebody who is one contact only nearly is asked about, too, without a flow as well', () => {
    const nearly = { ...WHO, text: '王经理', value: '王经理', candidates: ['王莉'] };
    expect(told([['问一下王经理', nearly]], [])).toEqual(['您说的“王经理”是王莉吗？']);
    expect(told([['你好', nearly]], [])).toEqual(['您好，请问有什么可以帮您？']);
  });
});
