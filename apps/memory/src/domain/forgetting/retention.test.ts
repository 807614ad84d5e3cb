import { retentionOf, retentionPolicySchema } from './retention';

const log = {
  kind: 'episode',
  sourceChannel: 'device_error',
  sourceType: 'tool',
  content: 'E42 at 81 °C',
  observedAtMs: 1_000,
} as const;

describe('retentionOf', () => {
  it('M18: the error log of a device is kept for 72 hours; what the user says through the device is not', () => {
    const policy = retentionPolicySchema.parse(undefined);
    expect(retentionOf(log, policy)).toEqual({ rule: 'device_error_logs', untilMs: 1_000 + 72 * 3_600_000 });
    expect(retentionOf({ ...log, sourceType: 'user' }, policy)).toBeUndefined();
    expect(retentionOf({ ...log, sourceChannel: 'sensor' }, policy)).toBeUndefined();
    expect(retentionOf({ ...log, sourceChannel: 'sensor', content: '泵 3 故障' }, policy)?.rule).toBe(
      'device_error_logs',
    );
    expect(retentionOf({ ...log, sourceChannel: 'sensor', content: 'Motor FAULT' }, policy)).toBeDefined();
    expect(retentionOf({ ...log, sourceChannel: 'session' }, policy)).toBeUndefined();
  });

  it('M18: a tenant’s rules are added to these, and of those that fit the longest counts', () => {
    const policy = retentionPolicySchema.parse([
      { rule: 'payments', channels: ['pay'], keepHours: 24 },
      { rule: 'everything', keepHours: 1 },
      { rule: 'crashes', channels: ['device_error'], mentions: ['E42'], keepHours: 100 },
    ]);
    expect(retentionOf({ ...log, sourceChannel: 'pay' }, policy)?.rule).toBe('payments');
    expect(retentionOf({ ...log, sourceChannel: 'session' }, policy)?.rule).toBe('everything');
    expect(retentionOf({ ...log, content: 'E7' }, policy)?.rule).toBe('device_error_logs');
    expect(retentionOf(log, policy)).toEqual({ rule: 'crashes', untilMs: 1_000 + 100 * 3_600_000 });
  });

  it('M18: naming a shipped rule again changes nothing', () => {
    const shipped = retentionPolicySchema.parse(undefined);
    expect(retentionPolicySchema.parse(shipped)).toEqual(shipped);
  });
});
