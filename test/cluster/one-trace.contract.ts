import { Conversation, type OtlpReceiver, type ReceivedSpan, type TurnClient } from '@plinth/testing';

interface Traced {
  readonly turns: TurnClient;
  readonly receiver: OtlpReceiver;
}

/** Each hop of a turn with one skill: who sends to which topic, who takes it from there, in the order of the turn. */
const HOPS = [
  ['orchestrator', 'plinth.memory.commands', 'memory'],
  ['memory', 'plinth.session.events', 'orchestrator'],
  ['orchestrator', 'plinth.skills.commands', 'skill-gateway'],
  ['skill-gateway', 'plinth.session.events', 'orchestrator'],
  ['orchestrator', 'plinth.memory.commands', 'memory'],
  ['memory', 'plinth.session.events', 'orchestrator'],
  ['orchestrator', 'plinth.reflection.commands', 'reflection'],
  ['reflection', 'plinth.session.events', 'orchestrator'],
] as const;

/** Of which database writes, by who takes from which topic, one at least is seen below the span that takes. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  'orchestrator plinth.session.events': ['INSERT session_events'],
  'memory plinth.memory.commands': ['SELECT memory_items INSERT session_updates', 'INSERT profile_facts memory_items'],
};

/** The trace of a turn as a collector receives it from four processes (X1). */
export function describeOneTrace(traced: () => Traced): void {
  describe('the trace of one turn', () => {
    it('X1 T5: one trace id over orchestrator, memory, skill-gateway and reflection, the parent chain unbroken across each of the eight hops, down to the journal’s appends and memory’s commit', async () => {
      const { turns, receiver } = traced();
      const trace = newTrace();
      const told = await new Conversation(turns).say('查一下订单 DD20261101001', { traceparent: trace.header });
      expect(told.reflection?.outcome).toBe('passed');
      const ofTrace = (all: readonly ReceivedSpan[]) => all.filter(({ traceId }) => traceId === trace.id);
      const spans = ofTrace(
        await receiver.waitFor(
          (all) =>
            ofTrace(all).filter(({ kind }) => kind === 'consumer').length >= HOPS.length &&
            root(ofTrace(all)) !== undefined,
          30_000,
        ),
      );
      const byId = new Map(spans.map((span) => [span.spanId, span]));
      const consumers = spans.filter(({ kind }) => kind === 'consumer').sort((a, b) => Number(a.startNs - b.startNs));

      const hops = consumers.map((consumer) => {
        const producer = byId.get(consumer.parentSpanId ?? '');
        return [short(producer?.service), consumer.name.replace('process ', ''), short(consumer.service)];
      });
      expect(hops).toEqual(HOPS);
      for (const [at, consumer] of consumers.entries()) {
        const path = ancestry(consumer, byId);
        expect(path.at(-1)?.parentSpanId).toBe(trace.parent);
        const before = consumers[at - 1];
        if (before) expect(path.map(({ spanId }) => spanId)).toContain(before.spanId);
      }
      for (const span of spans) expect(ancestry(span, byId).at(-1)?.parentSpanId).toBe(trace.parent);
      for (const consumer of consumers) {
        const wanted = WRITES[`${short(consumer.service)} ${consumer.name.replace('process ', '')}`] ?? [];
        const below = spans.filter((span) => ancestry(span, byId).includes(consumer)).map(({ name }) => name);
        expect(wanted.length === 0 || wanted.some((name) => below.includes(name))).toBe(true);
      }
      const database = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
      expect(database.map(({ kind }) => kind)).toEqual(database.map(() => 'client'));
      expect(database.map(({ name }) => name)).toEqual(
        database.map(({ attributes }) => attributes['db.query.summary']),
      );
      expect(database.filter(({ name }) => name === 'INSERT profile_facts memory_items')).toHaveLength(1);
      const provider = spans.filter(({ kind, service }) => kind === 'server' && short(service) === 'samples');
      expect(provider.map(({ name }) => name)).toEqual(['POST /skills/:name/:version']);
      expect(new Set(spans.map(({ service }) => short(service)))).toEqual(
        new Set(['orchestrator', 'memory', 'skill-gateway', 'reflection', 'samples']),
      );
      expect(JSON.stringify(spans.map(({ name, attributes }) => [name, attributes]))).not.toContain('DD20261101001');
    });

    it('X1: a turn that waited behind another is traced under its own request', async () => {
      const { turns, receiver } = traced();
      const talk = new Conversation(turns);
      const requests = Array.from({ length: 3 }, newTrace);
      await Promise.all(requests.map(({ header }) => talk.say('查一下订单 DD20261101001', { traceparent: header })));
      for (const { id } of requests) {
        const spans = await receiver.waitFor(
          (all) => all.filter(({ traceId, kind }) => traceId === id && kind === 'consumer').length >= HOPS.length,
          30_000,
        );
        expect(spans.filter(({ traceId, kind }) => traceId === id && kind === 'consumer')).toHaveLength(HOPS.length);
      }
    });
  });
}

const short = (service = ''): string => service.replace('plinth-', '');
const root = (spans: readonly ReceivedSpan[]) =>
  spans.find(({ kind, service }) => kind === 'server' && short(service) === 'orchestrator');

/** The span, its parent, and so on, up to the one whose parent is not in the trace. */
function ancestry(span: ReceivedSpan, byId: ReadonlyMap<string, ReceivedSpan>): readonly ReceivedSpan[] {
  const path = [span];
  for (let at: ReceivedSpan | undefined = span; at;) {
    at = byId.get(at.parentSpanId ?? '');
    if (at) path.push(at);
  }
  return path;
}

function newTrace() {
  const hex = (length: number) => Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join('');
  const [id, parent] = [`1${hex(31)}`, `1${hex(15)}`];
  return { id, parent, header: `00-${id}-${parent}-01` };
}
