import { skillManifest } from '@plinth/contracts';
import { publishedManifest } from '../contract/manifest-of.stage';
import { listPage } from './list-page';
import { AS_FILES, SERVED, type SkillEntry } from './skill-entry';
import { skillPage } from './skill-page';

const EVIL = `<script>alert("x")</script>'"><img src=x onerror=alert(1)>`;

function entryOf(over: Record<string, unknown> = {}, rest: Partial<SkillEntry> = {}): SkillEntry {
  const manifest = skillManifest.parse(publishedManifest(over));
  const measured = { calls: 120, p95Ms: 42.26 };
  return {
    name: manifest.name,
    versions: [{ manifest, mark: { state: 'complete' }, measured }],
    ...{ keptOut: [], rollout: undefined },
    ...rest,
  };
}

describe('the page of a skill', () => {
  it('S2: shows the contract as tables, the promise beside what was measured, and how it is called', () => {
    const text = skillPage(
      entryOf({
        effect: 'write',
        idempotency: 'key',
        receipt: { fields: ['booking'] },
        errors: [{ code: 'sold_out', retryable: false, description: 'Nothing is left.' }],
        input_schema: {
          type: 'object',
          properties: { guest: { type: 'object', properties: { name: { type: 'string', minLength: 2 } } } },
          required: ['guest'],
        },
        examples: [{ arguments: { guest: { name: "O'Neil" } } }],
      }),
      'en',
      SERVED,
    );
    expect(text).toContain('<td>guest.name</td><td>string</td><td>no</td><td></td><td>minLength: 2</td>');
    expect(text).toContain('<td>100 ms</td><td>42.3 ms (120 calls)</td>');
    for (const said of ['sold_out', 'booking', 'Idempotency-Key', 'SkillGateway/InvokeSkill', 'tools/call'])
      expect(text).toContain(said);
    expect(text).toContain(`O&apos;\\&apos;&apos;Neil`);
  });

  it('S2: is read in Chinese too', () => {
    const text = skillPage(entryOf(), 'zh', SERVED);
    expect(text).toContain('<html lang="zh">');
    for (const said of ['何时使用', '承诺 P95', '实测 P95', '调用方式']) expect(text).toContain(said);
    expect(listPage([entryOf()], 'zh', SERVED)).toContain('技能目录');
  });

  it('S2: shows what a manifest says as text, wherever it says it, and runs nothing', () => {
    const hostile = entryOf(
      {
        description: `Finds rooms ${EVIL}`,
        trigger: EVIL,
        errors: [{ code: 'bad', retryable: true, description: EVIL }],
        input_schema: { type: 'object', properties: { [EVIL]: { type: 'string', description: EVIL, enum: [EVIL] } } },
        output_schema: { type: 'object', title: EVIL },
        receipt: { fields: [EVIL] },
        key_fields: [EVIL],
        examples: [{ arguments: { [EVIL]: EVIL }, result: EVIL }],
      },
      { keptOut: [{ name: EVIL, version: EVIL, faults: [{ at: EVIL, rule: EVIL, reason: EVIL }] }], name: EVIL },
    );
    for (const text of [
      skillPage(hostile, 'en', SERVED),
      skillPage(hostile, 'zh', AS_FILES),
      listPage([hostile], 'en', SERVED),
    ]) {
      expect(text).not.toMatch(/<script|<img|<iframe|javascript:|https?:/i);
      expect(text).toContain('&lt;script&gt;');
    }
  });

  it('S2: says of what is kept out why, and of an imported version that nobody has completed it', () => {
    const faults = [{ at: 'sla', rule: 'required', reason: 'is required' }];
    const out = skillPage(
      {
        name: 'find_room',
        versions: [],
        keptOut: [{ name: 'find_room', version: '2.0.0', faults }],
        rollout: undefined,
      },
      'en',
      SERVED,
    );
    expect(out).toContain('sla (required): is required');
    const [version] = entryOf().versions;
    const imported = {
      ...version!,
      mark: { state: 'imported', origin: { namespace: 'shop', name: 'findRoom' } },
    } as const;
    const text = skillPage(entryOf({}, { versions: [imported] }), 'en', SERVED);
    expect(text).toContain('not yet completed by a person');
    expect(text).toContain('shop: findRoom');
  });
});
