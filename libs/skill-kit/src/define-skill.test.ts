import { SKILL_METRICS } from '@plinth/contracts';
import { z } from 'zod';
import { assertSkill, defineSkill, invokeForTest, SkillError } from './index';

const booked: string[] = [];
const room = {
  name: 'book_room',
  version: '2.0.0',
  description: 'Books one room for one night.',
  trigger: 'the user wants a room',
  effect: 'write' as const,
  input: z.object({ city: z.string() }),
  output: z.object({ booking_number: z.string(), price: z.number(), note: z.string() }),
  errors: [{ code: 'no_room_left', retryable: false, description: 'Every room of that city is taken.' }],
  p95Ms: 100,
};

const bookRoom = defineSkill({
  ...room,
  receipt: ['booking_number'],
  shadow: 'dry_run',
  keyFields: ['booking_number', 'price'],
  compare: { ignore: ['note'], tolerance: { price: 0.01 } },
  limits: { maxConcurrent: 4, perSecond: 50 },
  examples: [{ arguments: { city: 'Rome' }, result: { booking_number: 'B-1', price: 80, note: '' } }],
  run({ city }, { idempotencyKey }) {
    if (city === 'Atlantis') throw new SkillError('no_room_left', 'No room is left.');
    booked.push(idempotencyKey);
    return { booking_number: `B-${idempotencyKey}`, price: 80, note: '' };
  },
  dryRun({ city }) {
    if (city === 'Atlantis') throw new SkillError('no_room_left', 'No room is left.');
    return { booking_number: 'none', price: 80, note: '' };
  },
});

describe('the contract of a skill', () => {
  it('S1, S2: says what a comparison may do, its key fields, limits, metrics and examples', () => {
    expect(bookRoom.manifest).toMatchObject({
      shadow: 'dry_run',
      key_fields: ['booking_number', 'price'],
      compare: { ignore: ['note', 'booking_number'], tolerance: { price: 0.01 }, text: {} },
      limits: { max_concurrent: 4, per_second: 50 },
      metrics: SKILL_METRICS,
      examples: [{ arguments: { city: 'Rome' } }],
    });
  });

  it('S1: is refused at start when an example in it breaks a schema', () => {
    const examples = [{ arguments: { city: 7 as never } }];
    const options = { ...room, receipt: ['booking_number' as const], examples };
    expect(() => defineSkill({ ...options, run: () => ({ booking_number: 'B', price: 1, note: '' }) })).toThrow(
      'invalid_arguments: invalid_type at city',
    );
  });

  it('S8: does not compile where what acts calls itself safe, offers a dry run that it lacks, or proves nothing', () => {
    const run = () => ({ booking_number: 'B', price: 1, note: '' });
    const receipt = ['booking_number' as const];
    // @ts-expect-error only what reads is safe
    expect(defineSkill({ ...room, receipt, shadow: 'safe', run })).toBeDefined();
    // @ts-expect-error no dryRun
    expect(() => defineSkill({ ...room, receipt, shadow: 'dry_run', run })).not.toThrow();
    // @ts-expect-error no receipt
    expect(defineSkill({ ...room, run })).toBeDefined();
  });

  it('S8: a dry run keeps both schemas and acts not; what reads is its own dry run, and what acts without one has none', async () => {
    const before = booked.length;
    await expect(invokeForTest(bookRoom, { city: 'Rome' }, { dryRun: true })).resolves.toMatchObject({ price: 80 });
    await expect(invokeForTest(bookRoom, { town: 'Rome' }, { dryRun: true })).rejects.toMatchObject({ field: 'city' });
    expect(booked).toHaveLength(before);
    const { receipt: _, ...reading } = { ...room, receipt: undefined };
    const read = defineSkill({ ...reading, effect: 'read', run: () => ({ booking_number: 'B', price: 1, note: '' }) });
    await expect(invokeForTest(read, { city: 'Rome' }, { dryRun: true })).resolves.toMatchObject({ price: 1 });
    const blind = defineSkill({
      ...room,
      receipt: ['booking_number'],
      run: () => bookRoom.run({}, null as never) as never,
    });
    await expect(invokeForTest(blind, { city: 'Rome' }, { dryRun: true })).rejects.toThrow('offers no dry run');
  });
});

describe('assertSkill', () => {
  const good = [
    { arguments: { city: 'Rome' }, result: { price: 80 } },
    { arguments: { city: 'Atlantis' }, error: 'no_room_left' },
  ];

  it('S1: passes a skill whose examples, errors, receipts and dry run keep the contract', async () => {
    await expect(assertSkill(bookRoom, good)).resolves.toBeUndefined();
  });

  it('S1: lists all that is wrong: another result, an error that no example shows, a receipt that changes or is empty', async () => {
    await expect(assertSkill(bookRoom, [{ arguments: { city: 'Rome' }, result: { price: 81 } }])).rejects.toThrow(
      /no example fails with no_room_left[^]*price is 80, not 81/,
    );
    let calls = 0;
    const numbering = defineSkill({
      ...room,
      errors: [],
      receipt: ['booking_number', 'note'],
      run: () => ({ booking_number: `B-${(calls += 1)}`, price: 1, note: '' }),
    });
    await expect(assertSkill(numbering, [{ arguments: { city: 'Rome' } }])).rejects.toThrow(
      /repeated key gave another booking_number[^]*receipt note is missing/,
    );
    await expect(assertSkill(numbering, [])).rejects.toThrow('there is no example');
  });
});
