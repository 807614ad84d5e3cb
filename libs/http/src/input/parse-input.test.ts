import { isRefusal, MAX_DEPTH } from '@plinth/kernel';
import { z } from 'zod';
import { parseBody, parseInput } from './parse-input';

const schema = z.strictObject({
  session_id: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .max(8),
  user: z.union([z.string(), z.strictObject({ channel: z.string(), external_id: z.string() })]),
  mode: z.enum(['a', 'b']).optional(),
  tags: z.array(z.string().min(2)).max(2).optional(),
  note: z
    .string()
    .refine((text) => !text.includes('x'), { error: 'must not hold an x', params: { rule: 'no_x' } })
    .optional(),
  free: z.unknown().optional(),
  at: z
    .union([
      z.literal('never'),
      z.iso.date(),
      z.number().refine((ms) => ms > 1_000, { error: 'must be milliseconds', params: { rule: 'milliseconds' } }),
    ])
    .optional(),
});
const good = { session_id: 's-1', user: 'u1' };

function refusalOf(value: unknown) {
  const parsed = parseInput(schema, value);
  if (!isRefusal(parsed)) throw new Error('accepted');
  expect(parsed.kind).toBe('invalid');
  return parsed.error;
}

const nested = (depth: number): unknown =>
  JSON.parse(
    '[]'
      .padStart(depth + 1, '[')
      .padEnd(depth * 2, ']')
      .slice(0, depth * 2),
  );

describe('parseInput', () => {
  it('gives a valid value back unchanged', () => {
    expect(parseInput(schema, good)).toEqual(good);
  });

  it.each([
    [{ user: 'u' }, 'session_id', 'required', '`session_id` is required.'],
    [{ ...good, session_id: 7 }, 'session_id', 'type', '`session_id` must be of type string.'],
    [{ ...good, session_id: 'odd id!' }, 'session_id', 'format', '`session_id` does not have the right form.'],
    [
      { ...good, session_id: '123456789' },
      'session_id',
      'max_length',
      '`session_id` must be at most 8 characters long.',
    ],
    [{ ...good, colour: 'red' }, 'colour', 'unknown_field', '`colour` is not a field here.'],
    [{ ...good, user: { channel: 'wechat' } }, 'user.external_id', 'required', '`user.external_id` is required.'],
    [
      { ...good, user: 3 },
      'user',
      'one_of',
      '`user` has none of the allowed forms: must be of type string; or must be of type object.',
    ],
    [{ ...good, at: 7 }, 'at', 'milliseconds', '`at` must be milliseconds.'],
    [{ ...good, at: 'soon' }, 'at', 'format', '`at` must be a date, as 2026-12-31.'],
    [{ ...good, mode: 'c' }, 'mode', 'one_of', '`mode` must be one of a, b.'],
    [{ ...good, tags: ['ok', 'x'] }, 'tags.1', 'min_length', '`tags.1` must be at least 2 characters long.'],
    [
      { ...good, tags: ['aa', 'bb', 'cc'] },
      'tags',
      'max_items',
      '`tags` must be at most 2 items.'.replace('be', 'have'),
    ],
    [{ ...good, note: 'x' }, 'note', 'no_x', '`note` must not hold an x.'],
  ])('names the field, the rule and what to do: %j', (value, field, rule, message) => {
    expect(refusalOf(value)).toEqual({ code: 'invalid_request', message, retryable: false, field, rule });
  });

  it('says that the body is at fault when no field is', () => {
    expect(refusalOf([])).toEqual({
      code: 'invalid_request',
      message: 'The body must be of type object.',
      retryable: false,
      rule: 'type',
    });
  });

  it('refuses a text that cannot be stored wherever it is, in a key too, and names the place', () => {
    expect(refusalOf({ ...good, free: { deep: ['ok', 'a\u0000b'] } })).toMatchObject({
      code: 'invalid_text',
      field: 'free.deep.1',
      rule: 'nul_character',
    });
    expect(refusalOf({ ...good, free: { '\ud800': 1 } })).toMatchObject({ field: 'free', rule: 'lone_surrogate' });
    for (const control of ['\u0007', '\u001b', '\u007f', '\u0085'])
      expect(refusalOf({ ...good, free: `钱${control}包` })).toMatchObject({
        ...{ code: 'invalid_text', field: 'free', rule: 'control_character' },
      });
    expect(parseInput(schema, { ...good, free: 'a\tb\r\nc\fd 你好\u3000👍🏽\u200d' })).toHaveProperty('free');
    const lost = { code: 'invalid_request', field: 'free.__proto__', rule: 'reserved_name' };
    expect(refusalOf({ ...good, free: JSON.parse('{"__proto__": 1}') as unknown })).toMatchObject(lost);
    expect(refusalOf({ ...good, free: Infinity })).toMatchObject({ code: 'invalid_request', rule: 'not_finite' });
    expect(refusalOf('\u0000')).toMatchObject({
      code: 'invalid_text',
      message: expect.stringContaining('The body') as string,
    });
  });

  it('refuses what nests too deep, however deep, before anything recurses into it', () => {
    expect(isRefusal(parseInput(z.unknown(), nested(MAX_DEPTH)))).toBe(false);
    expect(refusalOf(nested(MAX_DEPTH + 1))).toMatchObject({ code: 'invalid_request', rule: 'max_depth' });
    expect(refusalOf(nested(100_000))).toMatchObject({ rule: 'max_depth' });
  });

  it('repeats no value', () => {
    expect(JSON.stringify(refusalOf({ ...good, mode: 'hunter2' }))).not.toContain('hunter2');
    expect(JSON.stringify(refusalOf({ ...good, session_id: 'hunter2-hunter2' }))).not.toContain('hunter2');
  });
});

describe('parseBody', () => {
  it('asks for JSON when there is no body', () => {
    expect(parseBody(schema, undefined)).toMatchObject({ error: { code: 'body_required', rule: 'required' } });
  });
});
