import { parseFlow } from './parse-flow';
import { REFUND_YAML } from './refund-flow.stage';

function faultsOf(yaml: string): readonly string[] {
  const parsed = parseFlow(yaml);
  return 'faults' in parsed ? parsed.faults.map(({ path, rule }) => `${path}: ${rule}`) : [];
}
const broken = (from: string, to: string) => {
  expect(REFUND_YAML).toContain(from);
  return faultsOf(REFUND_YAML.replace(from, to));
};

describe('parseFlow', () => {
  it('T4: gives the same hash whatever the order of keys and the comments, and another for other content', () => {
    const hash = (yaml: string) => {
      const parsed = parseFlow(yaml);
      return 'flow' in parsed ? parsed.flow.hash : undefined;
    };
    const moved = REFUND_YAML.replace('start: check\n', '').concat('start: check # moved\n');
    expect(hash(moved)).toBe(hash(REFUND_YAML));
    expect(hash(REFUND_YAML.replace('确认退款吗', '要退款吗'))).not.toBe(hash(REFUND_YAML));
    expect(hash(REFUND_YAML)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('names an unreachable state, a missing transition, a dangling one and a state that never ends by path', () => {
    expect(broken('      - when: { reply: no }\n        to: stopped\n', '')).toEqual([
      'states.stopped: unreachable_state',
    ]);
    expect(broken('      - to: refuse\n', '      - when: { code: x }\n        to: refuse\n')).toEqual([
      'states.check.on: missing_transition',
    ]);
    expect(broken('to: stopped', 'to: nowhere')).toContain('states.confirm.on.1.to: unknown_state');
    expect(broken('fallback: handoff\n', '')).toContain('states.check: missing_transition');
    expect(
      faultsOf('name: loop\ntriggers: {any: [x]}\nstart: a\nstates:\n  a: {ask: {zh: a, en: a}, on: [{to: a}]}'),
    ).toEqual(['states.a: no_end']);
  });

  it('refuses an unknown key, an unknown place, a condition of another kind of state and a slot without a source', () => {
    expect(broken('start: check', 'start: check\ntimeout: 3')).toEqual([': unrecognized_keys']);
    expect(broken('{{slots.refund_time}}到账', '{{slots.when}}到账')).toEqual(['states.done.reply.zh: unknown_place']);
    expect(broken('{{data.refund.eta}}', '{{data.refnd.eta}}')).toEqual(['states.done.set.refund_time: unknown_place']);
    expect(broken('when: { reply: no }', 'when: { outcome: failed }')).toContain(
      'states.confirm.on.1.when.outcome: wrong_condition',
    );
    expect(broken(', ask: { zh: 请提供订单号。, en: Which order number? }', '')).toEqual(['slots.order_id: no_source']);
    expect(broken('when: { reply: yes }', 'when: { verdict: yes }').join()).toContain('states.confirm');
  });

  it('names the line of a text that is not YAML, and runs no tags', () => {
    expect(faultsOf('name: [a')[0]).toMatch(/^line \d+: yaml$/);
    expect(faultsOf('name: !!js/function "function(){}"')).not.toEqual([]);
    expect(faultsOf('')).not.toEqual([]);
  });
});
