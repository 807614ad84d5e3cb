import { createLogger } from '@plinth/telemetry';
import { InProcessSkillRegistry } from '../../adapters/outbound/in-process/in-process-skill-registry';
import { PolledCatalogue } from '../../adapters/outbound/in-process/polled-catalogue';
import { ProviderDirectory } from '../../ports/provider-directory';
import { ChangeRollout } from '../change-rollout/change-rollout';
import { ListSkills } from '../list-skills/list-skills';
import { RegisterSkills } from './register-skills';

const manifest = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...{ name: 'stock', version: '1.0.0', description: 'Tells the stock.', trigger: 'stock', effect: 'read' },
  ...{ confirmation_required: false, idempotency: 'key', errors: [], sla: { p95_ms: 10 }, timeout_ms: 100 },
  ...{ input_schema: { type: 'object' }, output_schema: { type: 'object' } },
  ...over,
});

class Published extends ProviderDirectory {
  skills: unknown[] = [];
  async manifests(): Promise<readonly unknown[]> {
    return this.skills;
  }
}

async function registration() {
  const registry = new InProcessSkillRegistry();
  const catalogue = new PolledCatalogue(registry, createLogger({ service: 'skill-gateway', level: 'silent' }), 60_000);
  await catalogue.refresh();
  const directory = new Published();
  const register = new RegisterSkills(directory, registry, catalogue);
  return {
    registry,
    catalogue,
    rollouts: new ChangeRollout(catalogue, registry),
    list: new ListSkills(catalogue),
    register: (...skills: unknown[]) => {
      directory.skills = skills;
      return register.register('http://provider');
    },
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

  it('keeps what a provider no longer publishes: sessions may have pinned it', async () => {
    const { register, list } = await registration();
    await register(manifest());
    await register(manifest({ version: '1.1.0' }));
    expect(list.one('stock')).toMatchObject({ rollout: { baseline: '1.0.0' }, versions: [{}, {}] });
  });
});

describe('a change of a rollout', () => {
  const twoVersions = async () => {
    const parts = await registration();
    await parts.register(manifest(), manifest({ version: '2.0.0' }));
    return parts;
  };

  it('serves at once here, with what was taken away revoked', async () => {
    const { rollouts, catalogue } = await twoVersions();
    await rollouts.change('stock', { baseline: '1.0.0', candidate: '2.0.0', weight: 0.1 });
    await rollouts.change('stock', { baseline: '1.0.0', candidate: undefined, weight: 0 });
    expect(catalogue.current().skills.get('stock')?.rollout).toMatchObject({ revoked: ['2.0.0'], revision: 3 });
  });

  it('goes on from what another has changed meanwhile', async () => {
    const { rollouts, registry, catalogue } = await twoVersions();
    const { rollout } = catalogue.current().skills.get('stock')!;
    await registry.replaceRollout({ ...rollout, candidate: '2.0.0', weight: 0.5, revision: 2 });
    const changed = await rollouts.change('stock', { baseline: '1.0.0', candidate: undefined, weight: 0 });
    expect(changed).toMatchObject({ revoked: ['2.0.0'], revision: 3 });
  });

  it('changes only the revision that is expected, as the registry has it, whatever this replica has seen of it', async () => {
    const { rollouts, registry, catalogue } = await twoVersions();
    const { rollout } = catalogue.current().skills.get('stock')!;
    await registry.replaceRollout({ ...rollout, candidate: '2.0.0', weight: 0.5, revision: 2 });
    const change = { baseline: '2.0.0', candidate: undefined, weight: 0 };
    expect(await rollouts.change('stock', change, [1])).toMatchObject({ refused: true, kind: 'outdated' });
    expect(await rollouts.change('stock', change, [])).toMatchObject({ refused: true, kind: 'outdated' });
    expect(await rollouts.change('stock', change, [2])).toMatchObject({ baseline: '2.0.0', revision: 3 });
  });

  it.each([
    ['an unknown skill', 'nothing', { baseline: '1.0.0', candidate: undefined, weight: 0 }, 'not_found'],
    ['an unknown baseline', 'stock', { baseline: '9.0.0', candidate: undefined, weight: 0 }, 'invalid'],
    ['an unknown candidate', 'stock', { baseline: '1.0.0', candidate: '9.0.0', weight: 0 }, 'invalid'],
    ['a candidate that is the baseline', 'stock', { baseline: '1.0.0', candidate: '1.0.0', weight: 0 }, 'invalid'],
  ])('refuses %s', async (_name, skill, change, kind) => {
    const { rollouts } = await twoVersions();
    expect(await rollouts.change(skill, change)).toMatchObject({ refused: true, kind });
  });
});
