import { context, ROOT_CONTEXT, SpanKind, trace, TraceFlags, type Context, type SpanOptions } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { Batcher } from './batcher';

interface Noted {
  readonly name: string;
  readonly kind: SpanKind | undefined;
  readonly parentId: string | undefined;
  readonly attributes: SpanOptions['attributes'];
  errorType?: unknown;
  ended: boolean;
}

const spans: Noted[] = [];
const noting = {
  startSpan(name: string, { kind, attributes }: SpanOptions, parent: Context) {
    const noted: Noted = { name, kind, attributes, parentId: trace.getSpanContext(parent)?.spanId, ended: false };
    spans.push(noted);
    return Object.assign(spanOf('e'), {
      setAttributes: (more: Record<string, unknown>) => void (noted.errorType = more['error.type']),
      end: () => void (noted.ended = true),
    });
  },
};

/** A span that records, named by one hexadecimal digit. */
const spanOf = (digit: string) => {
  const span = trace.wrapSpanContext({
    traceId: digit.repeat(32),
    spanId: digit.repeat(16),
    traceFlags: TraceFlags.SAMPLED,
  });
  return Object.assign(span, { isRecording: () => true });
};
const within = <T>(digit: string, work: () => T): T => context.with(trace.setSpan(ROOT_CONTEXT, spanOf(digit)), work);

const batcherOf = (flush: (items: readonly string[]) => Promise<readonly string[]>) =>
  new Batcher<string, string>({ flush, maxBatch: 10, concurrency: 1, summary: () => 'INSERT session_events' });

describe('a flush of traced items', () => {
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider({ getTracer: () => noting as never });
  });
  afterAll(() => {
    context.disable();
    trace.disable();
  });
  beforeEach(() => spans.splice(0));

  it('X1: is a database span in the trace of each of them, none for an item that came from no trace', async () => {
    const open: boolean[] = [];
    const batcher = batcherOf(async (items) => {
      await Promise.resolve();
      open.push(...spans.map(({ ended }) => !ended));
      return items;
    });
    await Promise.all([
      within('a', () => batcher.add('one')),
      batcher.add('untraced'),
      within('b', () => batcher.add('two')),
    ]);
    const shared = {
      name: 'INSERT session_events',
      kind: SpanKind.CLIENT,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': 'INSERT',
        'db.query.summary': 'INSERT session_events',
        'db.operation.batch.size': 3,
      },
      ended: true,
    };
    expect(spans).toEqual([
      { ...shared, parentId: 'a'.repeat(16) },
      { ...shared, parentId: 'b'.repeat(16) },
    ]);
    expect(open).toEqual([true, true]);
  });

  it('is no batch for a lone item', async () => {
    await within('a', () => batcherOf((items) => Promise.resolve(items)).add('one'));
    expect(spans[0]?.attributes).not.toHaveProperty(['db.operation.batch.size']);
  });

  it('marks only the item that failed', async () => {
    const refused = Object.assign(new Error('not stored'), { code: '22P02' });
    const batcher = batcherOf((items) => (items.includes('bad') ? Promise.reject(refused) : Promise.resolve(items)));
    const bad = within('a', () => batcher.add('bad'));
    const good = within('b', () => batcher.add('good'));
    await expect(bad).rejects.toBe(refused);
    await expect(good).resolves.toBe('good');
    expect(spans.map(({ errorType, ended }) => [errorType, ended])).toEqual([
      ['22P02', true],
      [undefined, true],
    ]);
  });

  it('asks for no span where nothing is traced', async () => {
    await batcherOf((items) => Promise.resolve(items)).add('one');
    expect(spans).toEqual([]);
  });
});
