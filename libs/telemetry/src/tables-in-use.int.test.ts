import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spanAttributes } from './attributes';
import { metrics } from './metric-names';

const ROOT = resolve(__dirname, '../../..');
const TABLES = /libs\/telemetry\/src\/(attributes|metric-names)\.ts$/;

/** The sources that run in production, one text. */
const production = ['apps', 'libs']
  .flatMap((room) => readdirSync(join(ROOT, room)).map((name) => join(ROOT, room, name, 'src')))
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => /\.ts$/.test(file) && !/\.(test|contract|stage)\.ts$/.test(file) && !TABLES.test(file))
  .map((file) => readFileSync(file, 'utf8'));

/** Set at start by telemetry itself, and of routes of which none is known before it is asked for. */
const NOT_ZEROED: readonly string[] = ['plinth_build_info', 'http_server_request_duration_seconds'];

describe('the tables of metrics and attributes', () => {
  it.each(Object.entries(metrics))(
    '%s is written by production code, and exists before its first event',
    (name, { type }) => {
      const written = new RegExp(`\\b${type}\\('${name}'\\)`);
      expect(production.some((text) => written.test(text))).toBe(true);
      expect(production.some((text) => text.includes(`zero('${name}'`) || NOT_ZEROED.includes(name))).toBe(true);
    },
  );

  it.each(Object.keys(spanAttributes))('the attribute %s is set somewhere', (key) => {
    const set = new RegExp(`\\b${key}(:|,| \\})|\\bspanAttributes\\.${key}\\b`);
    const traced = production.filter((text) => /[aA]ttributes\b/.test(text));
    expect(traced.some((text) => set.test(text))).toBe(true);
  });
});
