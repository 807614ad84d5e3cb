import { createLogger } from '@plinth/telemetry';
import { InProcessSkillRegistry } from '../../adapters/outbound/in-process/in-process-skill-registry';
import { PolledCatalogue } from '../../adapters/outbound/in-process/polled-catalogue';
import { ProviderDirectory } from '../../ports/provider-directory';
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
