import { TransientError } from '@plinth/kernel';
import { createLogger } from '@plinth/telemetry';
import { InProcessSkillRegistry } from '../../adapters/outbound/in-process/in-process-skill-registry';
import { PolledCatalogue } from '../../adapters/outbound/in-process/polled-catalogue';
import { Quarantine } from '../../domain/registration/quarantine';
import { ProviderDirectory } from '../../ports/provider-directory';
import { ListSkills } from '../list-skills/list-skills';
import { RegisterSkills } from './register-skills';

const manifest = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...{ name: 'stock', version: '1.0.0', description: 'Tells the stock.', trigger: 'stock', effect: 'read' },
  ...{ confirmation_required: false, idempotency: 'key', errors: [], sla: { p95_ms: 10 }, timeout_ms: 100 },
  ...{ input_schema: { type: 'object' }, output_schema: { type: 'object' } },
  metrics: ['skill_calls_total', 'skill_latency_seconds'],
  ...over,
});

/** Providers by their address; one that is not named is away. */
class Published extends ProviderDirectory {
  readonly providers = new Map<string, readonly unknown[]>();
  page: string | undefined;
  async manifests(providerUrl: string): Promise<readonly unknown[]> {
    const skills = this.providers.get(providerUrl);
    if (!skills) throw new TransientError('provider_unreachable', 'away');
    return skills;
  }
  override async metrics(): Promise<string | undefined> {
    return this.page;
  }
}

async function registration() {
  const registry = new InProcessSkillRegistry();
  const catalogue = new PolledCatalogue(registry, createLogger({ service: 'skill-gateway', level: 'silent' }), 60_000);
  await catalogue.refresh();
  const directory = new Published();
  const quarantine = new Quarantine();
  const register = new RegisterSkills(directory, registry, catalogue, quarantine);
  const from = (providerUrl: string, ...skills: unknown[]) => {
    directory.providers.set(providerUrl, skills);
    return register.register(providerUrl);
  };
  return {
    ...{ registry, catalogue, directory, from, list: new ListSkills(catalogue, quarantine) },
    one: (published: unknown, providerUrl = 'http://provider') => register.registerOne(published, providerUrl),
    register: (...skills: unknown[]) => from('http://provider', ...skills),
  };
}

describe('the registration of a provider', () => {
  it('S1: a manifest at fault keeps itself out, with its reasons, and no other', async () => {
    const { register, list } = await registration();
    const bad = manifest({ name: 'refund', effect: 'write' });
    const { registered, quarantined } = await register(bad, 'nonsense', manifest());
    expect(registered.map(({ name }) => name)).toEqual(['stock']);
    expect(quarantined).toMatchObject([
      { name: 'refund', version: '1.0.0', faults: [{ at: 'receipt' }] },
      { name: '', version: '' },
    ]);
    expect(list.all().map(({ name }) => name)).toEqual(['stock']);
  });

  it('T4: a version that promises something else than before stays as it was', async () => {
    const { register, list } = await registration();
    await register(manifest());
    const other = manifest({ output_schema: { type: 'object', required: ['pieces'] }, trigger: 'how many are left' });
    expect((await register(other)).quarantined).toMatchObject([{ faults: [{ at: 'output_schema' }] }]);
    expect(list.version('stock', '1.0.0')).toMatchObject({ trigger: 'stock' });
    await register(manifest({ trigger: 'how many are left' }));
    expect(list.version('stock', '1.0.0')).toMatchObject({ trigger: 'how many are left' });
  });

  it('is not made again while provider and registry stand as they did, and is when either has changed', async () => {
    const { register, from, registry } = await registration();
    const written = jest.spyOn(registry, 'register');
    await register(manifest());
    await register(manifest());
    expect(written).toHaveBeenCalledTimes(1);
    await from('http://other', manifest({ name: 'other' }));
    await register(manifest());
    expect(written).toHaveBeenCalledTimes(3);
    const { registered } = await register(manifest(), manifest({ version: '1.1.0' }));
    expect(registered.map(({ version }) => version)).toEqual(['1.0.0', '1.1.0']);
    expect((await registry.content()).versions).toHaveLength(3);
  });

  it('keeps what a provider no longer publishes: sessions may have pinned it', async () => {
    const { register, list } = await registration();
    await register(manifest());
    await register(manifest({ version: '1.1.0' }));
    expect(list.one('stock')).toMatchObject({ rollout: { baseline: '1.0.0' }, versions: [{}, {}] });
  });
});

describe('what is kept out', () => {
  it('S2: is shown with its reasons until it is mended', async () => {
    const { register, list } = await registration();
    await register(manifest(), manifest({ name: 'refund', metrics: [] }));
    expect(list.quarantined()).toEqual([
      {
        name: 'refund',
        version: '1.0.0',
        faults: [expect.objectContaining({ rule: 'metrics_not_registered' }), expect.anything()],
      },
    ]);
    await register(manifest(), manifest({ name: 'refund' }));
    expect(list.quarantined()).toEqual([]);
    expect(list.all().map(({ name }) => name)).toEqual(['refund', 'stock']);
  });

  it('S2: is a skill whose provider does not show its metrics', async () => {
    const { register, directory } = await registration();
    directory.page = 'skill_calls_total{skill="stock"} 0';
    expect((await register(manifest())).quarantined).toMatchObject([{ faults: [{ rule: 'metrics_not_registered' }] }]);
  });

  it('is a version that a living provider publishes already, and not one of a provider that has moved', async () => {
    const { from, directory } = await registration();
    await from('http://a', manifest());
    expect((await from('http://b', manifest())).quarantined).toMatchObject([{ faults: [{ rule: 'version_taken' }] }]);
    expect((await from('http://b', manifest({ version: '2.0.0' }))).registered).toHaveLength(1);
    directory.providers.delete('http://a');
    expect((await from('http://b', manifest())).registered).toHaveLength(1);
  });

  it('is the second of two contracts under one version', async () => {
    const { register } = await registration();
    const { registered, quarantined } = await register(manifest(), manifest(), manifest({ trigger: 'other' }));
    expect(registered.length).toBeGreaterThan(0);
    expect(quarantined).toMatchObject([{ faults: [{ rule: 'published_twice' }] }]);
  });

  it.each([
    ['of five megabytes', { input_schema: { type: 'object', description: 'x'.repeat(5_000_000) } }, 'too_large'],
    ['of too many parts', { examples: [{ arguments: { a: Array.from({ length: 30_000 }, () => 1) } }] }, 'too_large'],
    ['that nests without end', { input_schema: deep(10_000) }, 'too_deep'],
    ['under an inherited name', { name: '__proto__' }, 'invalid_format'],
    ['in another case', { name: 'Stock' }, 'invalid_format'],
    ['under a name that is an address of the gateway', { name: 'outcomes' }, 'name_reserved'],
  ])('S2: is a manifest %s, alone', async (_name, over, rule) => {
    const { register } = await registration();
    const { registered, quarantined } = await register(manifest(over), manifest({ name: 'other' }));
    expect(registered.map(({ name }) => name)).toEqual(['other']);
    expect(quarantined).toMatchObject([{ faults: [{ rule }] }]);
  });
});

describe('the registration of one manifest', () => {
  it('S2: tells a new one from a known one, a refused one and one that does not go with what is there', async () => {
    const { one } = await registration();
    expect(await one(manifest())).toMatchObject({ kind: 'registered', isNew: true });
    expect(await one(manifest())).toMatchObject({ kind: 'registered', isNew: false });
    expect(await one(manifest({ effect: 'write' }))).toMatchObject({ kind: 'refused', faults: [{ at: 'receipt' }] });
    const other = manifest({ input_schema: { type: 'object', required: ['a'] } });
    expect(await one(other)).toMatchObject({
      kind: 'conflict',
      faults: [{ at: 'input_schema', rule: 'promise_changed' }],
    });
    expect(await one({ ...other, version: '1.1.0' })).toMatchObject({
      kind: 'conflict',
      faults: [{ rule: 'breaks_required' }],
    });
    expect(await one({ ...other, version: '2.0.0' })).toMatchObject({ kind: 'registered', isNew: true });
  });

  it('S2: of two that promise different things at once one is told that it lost', async () => {
    const { one } = await registration();
    const other = manifest({ output_schema: { type: 'object', required: ['a'] } });
    const judged = await Promise.all([one(manifest()), one(other)]);
    expect(judged.map(({ kind }) => kind).sort()).toEqual(['conflict', 'registered']);
  });
});

function deep(levels: number): Record<string, unknown> {
  let schema: Record<string, unknown> = {};
  for (let level = 0; level < levels; level += 1) schema = { not: schema };
  return schema;
}
