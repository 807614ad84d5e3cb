import { TransientError, type JsonObject } from '@plinth/kernel';
import { LONG_CHARACTERS } from '../../domain/summary/summarise-result';
import { bookRoom, command, gatewayUnderTest, MADE_AT_MS, TENANT } from './gateway-under-test.stage';

const reading = (over = {}) =>
  bookRoom({ effect: 'read', receipt: undefined, output_schema: { type: 'object' }, ...over });
const long: JsonObject = { log: 'x'.repeat(LONG_CHARACTERS), status: 'open' };
const answered = (result: JsonObject) => ({ kind: 'answered', result, receipt: undefined }) as const;

describe('a long result', () => {
  it('S12: is told whole, with a summary that begins with its key fields, and kept by reference', async () => {
    const test = gatewayUnderTest(reading({ key_fields: ['status'] }));
    test.provider.script = [answered(long)];
    const reply = await test.invoke(command('c1'), { locale: 'zh-CN' });
    expect(reply).toMatchObject({ kind: 'succeeded', data: { result: long } });
    if (reply?.kind !== 'succeeded') throw new Error('it failed');
    expect(reply.data.summary).toMatch(/^（已缩短）\nstatus: "open"\n/);
    const { id = '', bytes } = reply.data.attachment ?? {};
    const kept = await test.attachments.find(TENANT, id);
    expect(kept).toMatchObject({ userId: 'li', skill: 'book_room', bytes, content: JSON.stringify(long) });
  });

  it('S12: leaves a short one as it is', async () => {
    const test = gatewayUnderTest(reading());
    test.provider.script = [answered({ status: 'open' })];
    const reply = await test.invoke(command('c1'));
    expect(reply?.data).not.toHaveProperty('summary');
    expect(reply?.data).not.toHaveProperty('attachment');
  });

  it('S12: of an effect is the same reply whenever its command comes again', async () => {
    const test = gatewayUnderTest(bookRoom());
    test.provider.script = [{ ...answered({ ...long, id: 'B-1' }), receipt: { id: 'B-1' } }];
    const first = await test.invoke(command('c1'));
    expect(first).toMatchObject({ data: { attachment: { bytes: expect.any(Number) } } });
    expect(await test.invoke(command('c1'))).toEqual(first);
  });

  it('S12: stays a success without a reference when it cannot be kept, or its user was erased meanwhile', async () => {
    const test = gatewayUnderTest(reading());
    test.provider.script = [answered(long), answered(long)];
    const keep = jest.spyOn(test.attachments, 'keep').mockRejectedValueOnce(new TransientError('away', 'away'));
    const unkept = await test.invoke(command('c1'));
    expect(unkept).toMatchObject({ kind: 'succeeded', data: { summary: expect.any(String) } });
    expect(unkept?.data).not.toHaveProperty('attachment');
    keep.mockRestore();
    test.attachments.rememberErasure(TENANT, 'li', MADE_AT_MS);
    expect((await test.invoke(command('c2')))?.data).not.toHaveProperty('attachment');
  });
});

describe('arguments that have one meaning', () => {
  const nights = { type: 'object', properties: { nights: { type: 'integer' } }, required: ['nights'] };

  it('S3: are mended for a skill that reads, and the result says so', async () => {
    const { invoke, provider } = gatewayUnderTest(reading({ input_schema: nights }));
    provider.script = [answered({})];
    expect(await invoke(command('c1'), { arguments: { nights: '2' } })).toMatchObject({
      kind: 'succeeded',
      data: { repairs: [{ field: 'nights', kind: 'number_in_text' }] },
    });
    expect(provider.requests).toMatchObject([{ arguments: { nights: 2 } }]);
  });

  it('S3: are only proposed for one that acts, and the provider hears nothing', async () => {
    const { invoke, provider } = gatewayUnderTest(bookRoom({ input_schema: nights }));
    expect(await invoke(command('c1'), { arguments: { nights: '2' } })).toMatchObject({
      kind: 'failed',
      data: {
        outcome: 'not_executed',
        proposal: { arguments: { nights: 2 } },
        violations: [{ field: 'nights', rule: 'type' }],
      },
    });
    expect(provider.requests).toEqual([]);
  });
});
