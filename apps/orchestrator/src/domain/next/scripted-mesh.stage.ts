import type { Anchor } from '@plinth/contracts';
import { deriveId, requestId, sessionId, tenantId, turnId } from '@plinth/kernel';
import type { Knowledge } from '../planner/plan-turn';
import { policyFlow, refundFlow } from '../flow/refund-flow.stage';
import type { Command } from './decide';
import { newEvent } from '../session/new-event';
import { partReply, type ReplyData, type ReplyType } from '../session/reply-event';
import type { NewEvent } from '../session/session-event';
import type { SessionKey } from '../session/session';

/** How the other services answer, scripted and deterministic; for tests. */
export type Mood =
  'well' | 'retryable' | 'failed' | 'unknown' | 'parked' | 'expired' | 'corrected' | 'stubborn' | 'blocked' | 'partial';

export interface ScriptedReply<T extends ReplyType = ReplyType> {
  readonly type: T;
  readonly data: ReplyData[T];
}

export const KEY: SessionKey = { tenant: tenantId('t1'), session: sessionId('s1') };
export const BUDGETS = { assembleMs: 2_000, reflectionMs: 500, turnMs: 120_000 };
export const KNOWLEDGE: Knowledge = {
  flows: [refundFlow, policyFlow],
  flowByHash: (hash) => [refundFlow, policyFlow].find((flow) => flow.hash === hash),
  hasModel: false,
};

const failure = (command: Command, code: string): ScriptedReply => ({
  type: 'command.failed.v1',
  data: { command_type: command.definition.type, consumer: 'x', error: { code, message: code, retryable: false } },
});

export function answerTo(command: Command, mood: Mood = 'well'): ScriptedReply {
  if (mood === 'parked' || mood === 'expired') return failure(command, mood);
  switch (command.definition.type) {
    case 'memory.assemble.v1':
      return { type: 'memory.assembled.v1', data: assembled(String(command.data['text']), command.data['user']) };
    case 'skill.invoke.v1':
      return skill(command, mood);
    case 'model.answer.v1':
      return {
        type: 'model.answered.v1',
        data: { text: '模型的回答', model: 'm', input_tokens: 10, output_tokens: 5, duration_ms: 1 },
      };
    case 'memory.commit.v1':
      return { type: 'memory.committed.v1', data: { stored: [] } };
    case 'reflection.check.v1':
      return verdict(command, mood);
    case 'memory.end.v1':
      return { type: 'memory.ended.v1', data: { removed: 1 } };
    default:
      throw new Error(command.definition.type);
  }
}

function assembled(text: string, user: unknown): ReplyData['memory.assembled.v1'] {
  const anchors = [...text.matchAll(/[A-Z]\d+/g)].map((match): Anchor => ({
    kind: 'order_number',
    text: match[0],
    value: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  const session = { facts: {}, constraints: {}, state: {} };
  return { user_id: (user as { user_id?: string }).user_id ?? 'u1', anchors, session, changes: [], items: [] };
}

function skill(command: Command, mood: Mood): ScriptedReply {
  const name = String(command.data['skill']);
  const served = {
    skill: name,
    version: '1.0.0',
    lane: 'baseline',
    effect: name === 'refund_process' ? 'write' : 'read',
    duration_ms: 1,
    attempts: 1,
  } as const;
  if (mood === 'retryable' || mood === 'failed' || mood === 'unknown') {
    const error = {
      code: mood === 'retryable' ? 'unavailable' : 'broken',
      message: '',
      retryable: mood === 'retryable',
    };
    return { type: 'skill.failed.v1', data: { ...served, outcome: mood === 'unknown' ? 'unknown' : 'failed', error } };
  }
  const result = name === 'refund_process' ? { amount: 199, eta: '3个工作日' } : { refundable: true, amount: 199 };
  return { type: 'skill.succeeded.v1', data: { ...served, result } };
}

function verdict(command: Command, mood: Mood): ScriptedReply {
  const round = Number(command.data['round']);
  const wrong = mood === 'stubborn' || (mood === 'corrected' && round === 0);
  const outcome = mood === 'blocked' ? 'blocked' : wrong ? 'corrected' : 'passed';
  const corrections = wrong
    ? [
        {
          code: 'promise',
          field: 'text',
          suggestion: mood === 'stubborn' ? `第${round}轮` : '（以银行到账为准）',
          evidence: 'policy §1',
        },
      ]
    : [];
  const checks = [{ id: 'promise', outcome: wrong ? ('failed' as const) : ('passed' as const), duration_ms: 1 }];
  return {
    type: 'verdict.reached.v1',
    data: { round, outcome, partial: mood === 'partial', corrections, checks, policy_version: 'p1', duration_ms: 1 },
  };
}

export function replyEvent(command: Command, { type, data }: ScriptedReply, at: number): NewEvent {
  const id = deriveId(command.id, type);
  const about = { turn: command.turn };
  return newEvent(type, { id, at, about, source: 'memory', causation: command.id, ...partReply(type, data) });
}

export function requested(text: string, n: number, at: number): NewEvent<'turn.requested.v1'> {
  const turn = turnId(deriveId('turn', n));
  return newEvent('turn.requested.v1', {
    id: deriveId(turn, 'turn.requested.v1'),
    at,
    about: { turn, request: requestId(`r${n}`) },
    data: { locale: 'zh-CN', time_zone: 'Asia/Shanghai' },
    texts: { user: { user_id: 'u1' }, text, body_hash: 'h' },
  });
}
