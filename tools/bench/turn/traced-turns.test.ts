import type { ReceivedSpan } from '@plinth/testing';
import { messageCount } from './traced-turns';

const span = (kind: ReceivedSpan['kind'], type: string, bytes: number): ReceivedSpan => ({
  traceId: 't',
  spanId: 's',
  parentSpanId: undefined,
  name: 'n',
  kind,
  service: 'memory',
  scope: 'bus',
  attributes: { 'plinth.message.type': type, 'messaging.message.body.size': bytes },
  links: [],
  events: [],
  status: { code: 'unset', message: undefined },
  startNs: 0n,
  endNs: 0n,
});

it('counts the messages of turns by the spans of their producers, whatever else is in the traces', () => {
  const spans = [
    span('producer', 'memory.assemble.v1', 100),
    span('consumer', 'memory.assemble.v1', 100),
    span('producer', 'memory.assemble.v1', 200),
    span('producer', 'memory.assembled.v1', 300),
    span('server', '', 0),
  ];
  expect(messageCount(spans, 2)).toEqual({
    turns: 2,
    messages_per_turn: 1.5,
    by_type: { 'memory.assemble.v1': 1, 'memory.assembled.v1': 0.5 },
    mean_body_bytes: 200,
    spans_per_turn: 2.5,
  });
});
