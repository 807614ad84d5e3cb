import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseInThread } from './parser-thread';

const task = { parser: 'markdown', content: '# 1. Scope' } as const;

describe('parseInThread', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-parser-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function parsedBy(source: string) {
    const parser = join(folder, 'parser.mjs');
    await writeFile(parser, source);
    return parseInThread(task, 20_000, parser);
  }

  it('answers what the parser found', async () => {
    expect(await parseInThread(task, 20_000)).toEqual({ headings: [{ start: 0, end: 10, depth: 1 }], opaque: [] });
  });

  it.each([
    ['is not there', () => parseInThread(task, 20_000, join(folder, 'no-such.mjs')), 'failed'],
    ['cannot load its parser', () => parsedBy(`await import('no-such-parser');`), 'failed'],
    ['ends without an answer', () => parsedBy('process.exit(3);'), 'exit code 3'],
  ])('fails, and blames no document, when its thread %s', async (_what, parse, message) => {
    await expect(parse()).rejects.toThrow(message);
  });

  it('M30: finds a document too complex that takes too much memory', async () => {
    const hungry = 'const held = []; for (;;) held.push(new Array(1e6).fill(held.length));';
    expect(await parsedBy(hungry)).toEqual({ fault: 'too_complex' });
  });
});
