import { refundSkill } from '../catalogue/refund-skill.stage';
import { admit } from './admit';

describe('the admission of a call', () => {
  const call = {
    ...{ skill: 'refund', arguments: { order_id: 'A' }, user_id: 'u', locale: 'en', confirmed: true },
  };
  const codeOf = (...given: Parameters<typeof admit>) => {
    const admission = admit(...given);
    return admission.kind === 'refused' && admission.reply.kind === 'failed' ? admission.reply.data : admission.kind;
  };

  it('lets a confirmed call with good arguments pass', () => {
    expect(admit(refundSkill(), call, 1_000)).toMatchObject({ kind: 'admitted' });
  });

  it('S3: refuses bad arguments by field and rule, with the version that refused them', () => {
    expect(codeOf(refundSkill({ weight: 0 }), { ...call, arguments: { order_id: 7 } }, undefined)).toMatchObject({
      ...{ version: '1.0.0', lane: 'baseline', outcome: 'not_executed', attempts: 0 },
      error: { code: 'invalid_arguments', field: 'order_id', rule: 'type', retryable: false },
    });
  });

  it.each([
    ['an unknown skill', undefined, call, 1_000, 'unknown_skill'],
    ['an effect that nobody confirmed', refundSkill(), { ...call, confirmed: false }, 1_000, 'confirmation_required'],
    ['a spent budget', refundSkill(), call, 0, 'timeout'],
    ['a pin that serves no more', refundSkill(), { ...call, version: '0.0.1' }, 1_000, 'version_revoked'],
  ])('refuses %s, with nothing executed', (_name, of, given, remainingMs, code) => {
    expect(codeOf(of, given, remainingMs)).toMatchObject({ outcome: 'not_executed', error: { code } });
  });
});
