import type { SkillManifest } from '@plinth/contracts';
import { defaultPlan } from '@plinth/rollout';
import { manifestDefaults } from '../domain/contract/manifest-defaults.stage';
import { firstRollout } from '../domain/rollout/rollout';
import type { SkillRegistry } from './skill-registry';

const manifest = (name: string, version: string, over: Partial<SkillManifest> = {}): SkillManifest => ({
  name,
  version,
  description: 'A skill of a test.',
  trigger: 'a test',
  effect: 'read',
  confirmation_required: false,
  idempotency: 'key',
  input_schema: { type: 'object' },
  output_schema: { type: 'object' },
  errors: [],
  sla: { p95_ms: 10 },
  timeout_ms: 1_000,
  ...manifestDefaults,
  ...over,
});
const at = (providerUrl: string, ...manifests: SkillManifest[]) =>
  manifests.map((each) => ({ manifest: each, providerUrl, state: 'complete' as const }));

/** What every registry keeps; each test begins with an empty one. */
export function skillRegistryContract(open: () => Promise<SkillRegistry> | SkillRegistry): void {
  let registry: SkillRegistry;
  beforeEach(async () => {
    registry = await open();
  });

  it('T4: makes the lowest version that came first the baseline, and later ones wait', async () => {
    await registry.register(at('http://a', manifest('refund', '10.0.0'), manifest('refund', '9.0.0')));
    await registry.register(at('http://a', manifest('refund', '1.0.0')));
    const { versions, rollouts } = await registry.content();
    expect(versions).toHaveLength(3);
    expect(rollouts).toEqual([firstRollout('refund', '9.0.0', defaultPlan())]);
  });

  it('counts a change once, and none when everything is known already', async () => {
    const before = await registry.revision();
    await registry.register(at('http://a', manifest('refund', '1.0.0'), manifest('stock', '1.0.0')));
    const after = await registry.revision();
    expect(after).toBeGreaterThan(before);
    await registry.register(at('http://a', manifest('refund', '1.0.0')));
    expect(await registry.revision()).toBe(after);
    expect((await registry.content()).revision).toBe(after);
  });

  it('takes the new place and the new words of a version', async () => {
    await registry.register(at('http://a', manifest('refund', '1.0.0')));
    const before = await registry.revision();
    await registry.register(at('http://b', manifest('refund', '1.0.0', { trigger: 'another test' })));
    expect(await registry.revision()).toBeGreaterThan(before);
    expect((await registry.content()).versions).toMatchObject([
      { providerUrl: 'http://b', manifest: { trigger: 'another test' } },
    ]);
  });

  it('T4: keeps what a complete version promised, whoever registers something else under it', async () => {
    const origin = { namespace: 'a', name: 'b' };
    const imported = {
      manifest: manifest('refund', '1.0.0'),
      providerUrl: 'http://a',
      state: 'imported' as const,
      origin,
    };
    await registry.register([imported]);
    const complete = {
      ...imported,
      manifest: manifest('refund', '1.0.0', { effect: 'write' }),
      state: 'complete' as const,
    };
    await registry.register([complete]);
    await registry.register(at('http://b', manifest('refund', '1.0.0')));
    expect((await registry.content()).versions).toEqual([complete]);
  });

  it('keeps where an imported version came from, until it is completed', async () => {
    const origin = { namespace: 'weather', name: 'getForecast' };
    const imported = {
      manifest: manifest('refund', '1.0.0'),
      providerUrl: 'http://a',
      state: 'imported' as const,
      origin,
    };
    await registry.register([imported]);
    expect((await registry.content()).versions).toEqual([imported]);
    const before = await registry.revision();
    await registry.register([{ ...imported, state: 'complete' }]);
    expect(await registry.revision()).toBeGreaterThan(before);
    expect((await registry.content()).versions).toMatchObject([{ state: 'complete', origin }]);
  });
}
