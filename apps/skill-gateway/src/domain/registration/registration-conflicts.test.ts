import { refundCatalogue, refundManifest } from '../catalogue/refund-skill.stage';
import { buildCatalogue, type RegistrationMark } from '../catalogue/catalogue';
import { firstBaselines } from '../rollout/first-baselines';
import { missingMetrics, unexposedMetrics } from './missing-metrics';
import { registrationConflicts } from './registration-conflicts';

const known = (...versions: string[]) =>
  refundCatalogue({}, ...versions.map((version) => refundManifest(version))).skills.get('refund');
const rulesOf = (faults: readonly { readonly at: string; readonly rule: string }[]) =>
  faults.map(({ at, rule }) => `${at} ${rule}`);
const needsMore = {
  input_schema: {
    type: 'object',
    properties: { order_id: { type: 'string' }, why: { type: 'string' } },
    required: ['order_id', 'why'],
  },
};
const takesMore = {
  input_schema: {
    type: 'object',
    properties: { order_id: { type: 'string' }, why: { type: 'string' } },
    required: ['order_id'],
  },
};

describe('a manifest beside what is registered', () => {
  it('goes in when nothing has its name, and again as it is', () => {
    expect(registrationConflicts(undefined, refundManifest('1.0.0'))).toEqual([]);
    expect(registrationConflicts(known('1.0.0'), refundManifest('1.0.0'))).toEqual([]);
  });

  it('T4: is refused when its version promised something else', () => {
    const changed = refundManifest('1.0.0', { ...takesMore, receipt: { fields: ['id'] } });
    expect(rulesOf(registrationConflicts(known('1.0.0'), changed))).toEqual([
      'input_schema promise_changed',
      'receipt promise_changed',
    ]);
    expect(registrationConflicts(known('1.0.0'), refundManifest('1.0.0', { trigger: 'money back' }))).toEqual([]);
  });

  it('S2: is refused when it breaks an older version of its major, with the differences', () => {
    const [fault] = registrationConflicts(known('1.0.0', '2.0.0'), refundManifest('1.1.0', needsMore));
    expect(fault).toMatchObject({ at: 'input_schema/required/why', rule: 'breaks_required' });
    expect(fault?.reason).toContain('1.0.0');
    expect(registrationConflicts(known('1.0.0', '2.0.0'), refundManifest('3.0.0', needsMore))).toEqual([]);
    expect(registrationConflicts(known('1.0.0'), refundManifest('1.1.0', takesMore))).toEqual([]);
  });

  it('S2: is refused when a newer version of its major would break it', () => {
    expect(rulesOf(registrationConflicts(known('1.5.0'), refundManifest('1.4.0', takesMore)))).toEqual([
      'input_schema/properties/why breaks_property_missing',
    ]);
  });

  it('promises by its minor version below 1.0.0', () => {
    expect(registrationConflicts(known('0.1.0'), refundManifest('0.2.0', needsMore))).toEqual([]);
    expect(registrationConflicts(known('0.1.0'), refundManifest('0.1.1', needsMore))).not.toEqual([]);
  });

  it('is refused when its name is that of an imported skill', () => {
    const mark: RegistrationMark = { state: 'imported', origin: { namespace: 'shop', name: 'refund' } };
    const imported = { manifest: refundManifest('1.0.0'), providerUrl: 'http://p', ...mark };
    const { skills } = buildCatalogue(1, [imported], firstBaselines([imported.manifest]));
    expect(rulesOf(registrationConflicts(skills.get('refund'), refundManifest('2.0.0')))).toEqual(['name name_taken']);
  });
});

describe('the metrics of a skill', () => {
  const manifest = refundManifest('1.0.0');

  it('S2: are refused when its manifest does not name both', () => {
    expect(missingMetrics(manifest)).toEqual([]);
    const fault = { at: 'metrics', rule: 'metrics_not_registered', reason: 'must hold skill_latency_seconds' };
    expect(missingMetrics({ ...manifest, metrics: ['skill_calls_total'] })).toEqual([fault]);
  });

  it('S2: are refused when the page of its provider does not show them for this skill', () => {
    const page = 'skill_calls_total{skill="refund",version="1.0.0"} 0\nskill_latency_seconds_count{skill="refund"} 0';
    expect(unexposedMetrics(manifest, page)).toEqual([]);
    expect(unexposedMetrics(manifest, page.replaceAll('refund', 'other'))).toHaveLength(2);
    expect(unexposedMetrics({ ...manifest, metrics: [...manifest.metrics, 'refunds_total'] }, page)).toHaveLength(1);
  });
});
