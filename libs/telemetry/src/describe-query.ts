import type { Span } from '@opentelemetry/api';
import { setSpanAttributes, spanAttributes } from './attributes';

/** A string of SQL; PostgreSQL takes a backslash for an escape in `E'…'` alone. */
const LITERAL = /\bE'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'/gis;
const WRITE =
  /\b(INSERT)\s+INTO\s+([\w."]+)|\b(DELETE)\s+FROM\s+([\w."]+)|\b(UPDATE)\s+(?!SKIP\b|SET\b|OF\b)([\w."]+)/i;
const READ = /\b(SELECT)\b.*?\bFROM\s+([\w."]+)/is;

/** What a statement does, in few words that are the same at every run: `INSERT session_events`; of several writes the first. */
export function querySummary(sql: string): string {
  const text = sql.replaceAll(LITERAL, '?');
  const [operation, target] = (WRITE.exec(text) ?? READ.exec(text) ?? []).slice(1).filter((part) => part !== undefined);
  if (operation !== undefined) return `${operation.toUpperCase()} ${(target ?? '').replaceAll('"', '')}`;
  return (/^\s*(\w+)/.exec(text)?.[1] ?? 'SQL').toUpperCase();
}

/** Names a span of the driver's instrumentation by what its statement does. Scopes are set as literals: those leave the text. */
export function describeQuery(span: Span, sql: string): void {
  const dbQuerySummary = querySummary(sql);
  span.updateName(dbQuerySummary);
  setSpanAttributes(span, { dbQuerySummary, dbOperation: dbQuerySummary.split(' ', 1)[0] });
  // No id or name, so not cut to the length of one.
  span.setAttribute(spanAttributes.dbQueryText.name, sql.replaceAll(LITERAL, '?'));
}
