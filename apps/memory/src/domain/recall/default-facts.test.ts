import { defaultFacts, defaultsPolicySchema } from './default-facts';

const policy = defaultsPolicySchema.parse({
  facts: { payment_method: 'alipay', location: 'Shanghai' },
  segments: { vip: { payment_method: 'invoice' } },
});
const values = (segment: string | undefined, known: string[] = []) =>
  Object.fromEntries(
    defaultFacts(
      policy,
      segment,
      known.map((key) => ({ key })),
    ).map(({ key, value }) => [key, value]),
  );

describe('defaultFacts', () => {
  it('M33: serve a user of whom nothing is known, the segment’s before the tenant’s', () => {
    expect(values(undefined)).toEqual({ payment_method: 'alipay', location: 'Shanghai' });
    expect(values('vip')).toEqual({ payment_method: 'invoice', location: 'Shanghai' });
    expect(values('toString')).toEqual(values(undefined));
  });

  it('M33: give way to whatever the profile holds', () => {
    expect(values('vip', ['payment_method'])).toEqual({ location: 'Shanghai' });
  });
});
