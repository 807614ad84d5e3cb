import type { SkillManifest } from '@plinth/contracts';
import { refundManifest, refundSkill } from '../catalogue/refund-skill.stage';
import { admit } from './admit';

describe('the admission of a call', () => {
  const call = {
    ...{ skill: 'refund', arguments: { order_id: 'A' }, user_id: 'u', locale: 'en', confirmed: true },
  };
  const numbered = (manifest: SkillManifest): SkillManifest => ({
    ...manifest,
    input_schema: { type: 'object', properties: { order_id: { type: 'number' } }, required: ['order_id'] },
  });
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

  it('S3: mends what has one meaning for a skill that only reads, and says so', () => {
    const reading = refundManifest('1.0.0', { effect: 'read', receipt: undefined });
    const given = { ...call, arguments: { order_id: 7 } };
    expect(
      admit(refundSkill({ candidate: undefined }, numbered(reading)), { ...call, arguments: { order_id: '7' } }, 1_000),
    ).toMatchObject({
      ...{ kind: 'admitted', args: { order_id: 7 } },
      repairs: [{ field: 'order_id', kind: 'number_in_text' }],
    });
    expect(admit(refundSkill({ candidate: undefined }, numbered(reading)), given, 1_000)).toMatchObject({
      ...{ kind: 'admitted', args: { order_id: 7 }, repairs: [] },
    });
  });

  it('S3: only proposes it for a skill that acts, beside all that is wrong, in the language of the call', () => {
    const given = { ...call, arguments: { order_id: '7', note: '快' }, locale: 'zh-CN' };
    expect(codeOf(refundSkill({ weight: 0 }, numbered(refundManifest('1.0.0'))), given, undefined)).toMatchObject({
      error: { code: 'invalid_arguments' },
      violations: expect.arrayContaining([
        { field: 'order_id', rule: 'type', expected: '类型必须是 number' },
        { field: 'note', rule: 'unknown_property', expected: '不是这里的参数' },
      ]),
      proposal: {
        arguments: { order_id: 7 },
        repairs: expect.arrayContaining([{ field: 'order_id', kind: 'number_in_text' }]),
      },
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

  it('T4: tells a client that names a version which was never registered so; a turn lets go of its pin', () => {
    const never = { ...call, version: '9.9.9' };
    expect(codeOf(refundSkill(), never, undefined, { asker: 'client' })).toMatchObject({
      ...{ outcome: 'not_executed', error: { code: 'version_not_found', field: 'version', rule: 'known' } },
    });
    expect(codeOf(refundSkill(), never, undefined)).toMatchObject({ error: { code: 'version_revoked' } });
    const gone = refundSkill({ revoked: ['9.9.9'] });
    expect(codeOf(gone, never, undefined, { asker: 'client' })).toMatchObject({ error: { code: 'version_revoked' } });
  });
});
