import { trace, type Span } from '@opentelemetry/api';
import { describeQuery, querySummary } from './describe-query';

const described = (sql: string) => {
  const noted: { name?: string; attributes: Record<string, unknown> } = { attributes: {} };
  const span = Object.assign(Object.create(trace.wrapSpanContext({ traceId: '', spanId: '', traceFlags: 1 })) as Span, {
    isRecording: () => true,
    updateName: (name: string) => void (noted.name = name),
    setAttributes: (more: object) => void Object.assign(noted.attributes, more),
    setAttribute: (key: string, value: unknown) => void (noted.attributes[key] = value),
  });
  describeQuery(span, sql);
  return noted;
};

describe('the span of a query', () => {
  it.each([
    ['SELECT seq FROM sessions WHERE tenant = $1 FOR UPDATE', 'SELECT sessions'],
    ['INSERT INTO "verdicts" (tenant) SELECT tenant FROM jsonb_to_recordset($1)', 'INSERT verdicts'],
    ['WITH due AS (SELECT id FROM jobs FOR UPDATE SKIP LOCKED) UPDATE sessions SET wakes = 0', 'UPDATE sessions'],
    ['INSERT INTO facts VALUES ($1) ON CONFLICT (id) DO UPDATE SET a = 1', 'INSERT facts'],
    ['\n  DELETE FROM item_terms WHERE id = $1', 'DELETE item_terms'],
    ['SELECT 1', 'SELECT'],
    ['COMMIT', 'COMMIT'],
    [`BEGIN; SET LOCAL plinth.tenant = 'DELETE FROM users';`, 'BEGIN'],
  ])('is named by what %s does', (sql, summary) => expect(querySummary(sql)).toBe(summary));

  it('X1: has a text without the literals by which a scope is set', () => {
    const { name, attributes } = described(
      `BEGIN; SET LOCAL plinth.tenant = 'acme'; SET LOCAL plinth."user" =  E'l\\'i\\\\';`,
    );
    expect(name).toBe('BEGIN');
    expect(attributes).toEqual({
      'db.query.summary': 'BEGIN',
      'db.operation.name': 'BEGIN',
      'db.query.text': 'BEGIN; SET LOCAL plinth.tenant = ?; SET LOCAL plinth."user" =  ?;',
    });
  });
});
