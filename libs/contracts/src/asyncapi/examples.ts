import type { MESSAGES } from '../catalogue';
import type { InputOf } from '../define';

type Message = (typeof MESSAGES)[number];
type Examples = { readonly [Each in Message as Each['type']]: InputOf<Each> };

const ORDER = { kind: 'order_number', text: 'ord-1001', value: 'ORD-1001', start: 11, end: 19 } as const;
const READING = { skill: 'get_order_status', version: '1.0.0', effect: 'read' } as const;
const STATUS = { order: 'ORD-1001', status: 'shipped' };
const LOOKED_UP = {
  ...READING,
  command_id: 'c0ffee00-0000-5000-8000-000000000002',
  status: 'succeeded',
  result: STATUS,
} as const;
const SERVED = { ...READING, lane: 'baseline', duration_ms: 41, attempts: 1 } as const;
const FLOW = { name: 'order_status', hash: '9f86d081884c7d65', state: 'answer' };
const NOW = '2026-01-02T03:04:05.006Z';
const SAID = 'Where is my ord-1001?';

/** One valid example of each message: its data. */
export const EXAMPLES = {
  'memory.assemble.v1': {
    user: { user_id: 'lin' },
    text: SAID,
    now: NOW,
    locale: 'en-GB',
    time_zone: 'Asia/Shanghai',
  },
  'memory.assembled.v1': {
    user_id: 'lin',
    anchors: [ORDER],
    session: { facts: {}, constraints: {}, state: { order_number: 'ORD-1001' } },
    changes: [{ op: 'set', key: 'order_number', value: 'ORD-1001' }],
    items: [
      {
        id: '7d9f2c1e-0000-5000-8000-000000000001',
        kind: 'fact',
        layer: 'profile',
        key: 'city',
        content: 'The user’s city: Hangzhou',
        source_type: 'user',
        score: 1.8,
      },
    ],
  },
  'memory.commit.v1': {
    user_id: 'lin',
    text: SAID,
    locale: 'en-GB',
    observed_at: NOW,
    anchors: [ORDER],
    skill_results: [LOOKED_UP],
    used_memory_ids: ['7d9f2c1e-0000-5000-8000-000000000001'],
    decisions: [{ kind: 'flow', choice: 'order_status', reason: 'the user asks for an order' }],
  },
  'memory.committed.v1': {
    stored: [
      { id: '7d9f2c1e-0000-5000-8000-000000000001', kind: 'candidate', key: 'city', status: 'candidate' },
      { id: '7d9f2c1e-0000-5000-8000-000000000002', kind: 'episode', status: 'active' },
    ],
  },
  'memory.end.v1': { user_id: 'lin' },
  'memory.ended.v1': { removed: 3 },
  'model.answer.v1': {
    messages: [
      { role: 'system', content: 'Answer in the language of the user.' },
      { role: 'user', content: SAID },
    ],
    max_output_tokens: 512,
  },
  'model.answered.v1': {
    text: 'Which order do you mean?',
    model: 'qwen3-8b',
    input_tokens: 212,
    output_tokens: 7,
    duration_ms: 640,
  },
  'skill.invoke.v1': {
    skill: 'get_order_status',
    arguments: { order: 'ORD-1001' },
    user_id: 'lin',
    locale: 'en-GB',
    flow: { ...FLOW, state: 'look_up' },
    confirmed: false,
  },
  'skill.succeeded.v1': { ...SERVED, result: STATUS },
  'skill.failed.v1': {
    ...SERVED,
    outcome: 'not_executed',
    error: { code: 'order_not_found', message: 'There is no such order.', retryable: false },
  },
  'skill.rollout_changed.v1': {
    skill: 'get_order_status',
    revision: 7,
    at: NOW,
    by: { kind: 'engine' },
    action: 'rollback',
    from: { status: 'completed', stage: 'everybody', baseline: '1.0.0', candidate: '2.0.0' },
    to: { status: 'rolled_back', stage: 'everybody', baseline: '1.0.0', candidate: '2.0.0' },
    reason: 'guard error_limit failed',
    guards: [
      {
        guard: 'error_limit',
        verdict: 'fail',
        reason: 'beyond_bound',
        candidate: { events: 14, of: 52 },
        bound: 0.05,
      },
    ],
  },
  'skill.outcome.v1': {
    session_id: 'c-1',
    turn_id: 't-1',
    resolved_first_time: true,
    complaint: false,
    handling_ms: 1_450,
    observed_at: NOW,
  },
  'reflection.check.v1': {
    user_id: 'lin',
    user_text: SAID,
    draft: { text: 'Your order ORD-1001 is shipped.', slots: { order: 'ORD-1001', status: 'shipped' } },
    round: 0,
    locale: 'en-GB',
    now: NOW,
    flow: FLOW,
    skill_results: [LOOKED_UP],
    facts: { order_number: 'ORD-1001' },
  },
  'verdict.reached.v1': {
    round: 0,
    outcome: 'corrected',
    partial: false,
    corrections: [
      {
        code: 'promise_without_record',
        field: 'text',
        found: 'is shipped',
        suggestion: 'was handed to the carrier',
        evidence: 'get_order_status c0ffee00',
      },
    ],
    checks: [{ id: 'grounding', outcome: 'failed', duration_ms: 3 }],
    policy_version: '2026-01-01',
    duration_ms: 9,
  },
  'user.erase.v1': {
    erasure_id: '019437a0-0000-7000-8000-000000000001',
    user_ids: ['lin', 'channel:5f0e9d2b-0000-5000-8000-000000000003'],
    requested_at: NOW,
  },
  'user.erased.v1': {
    erasure_id: '019437a0-0000-7000-8000-000000000001',
    user_id: 'lin',
    service: 'orchestrator',
    counts: { sessions: 4, session_events: 31 },
    refused: [],
  },
  'command.failed.v1': {
    command_type: 'memory.assemble.v1',
    consumer: 'memory',
    error: {
      code: 'expired',
      message: 'The budget was spent before the command could be run.',
      retryable: false,
    },
  },
} satisfies Examples;
