import type { SkillManifest } from '@plinth/contracts';
import { TransientError } from '@plinth/kernel';
import { createLogger } from '@plinth/telemetry';
import { manifestDefaults } from '../../../domain/contract/manifest-defaults.stage';
import type { RegistryContent } from '../../../ports/skill-registry';
import { InProcessSkillRegistry } from './in-process-skill-registry';
import { PolledCatalogue } from './polled-catalogue';

const manifest = (version: string): SkillManifest => ({
  ...{ name: 'stock', version, description: 'Tells the stock.', trigger: 'stock', effect: 'read' },
  ...{ confirmation_required: false, idempotency: 'key', errors: [], sla: { p95_ms: 10 }, timeout_ms: 100 },
  ...{ input_schema: { type: 'object' }, output_schema: { type: 'object' } },
  ...manifestDefaults,
});
const at = (version: string) => [{ manifest: manifest(version), providerUrl: 'http://a', state: 'complete' as const }];
const away = new TransientError('postgres_unavailable', 'away');

describe('PolledCatalogue', () => {
  let registry: InProcessSkillRegistry;
  let catalogue: PolledCatalogue;
  beforeEach(() => {
    jest.useFakeTimers();
    registry = new InProcessSkillRegistry();
    catalogue = new PolledCatalogue(registry, createLogger({ service: 'skill-gateway', level: 'silent' }), 200);
  });
  afterEach(async () => {
    await catalogue.close();
    jest.useRealTimers();
  });
  const versions = () => [...(catalogue.current().skills.get('stock')?.versions.keys() ?? [])];

  it('serves nothing before its first load, and says that it may later', () => {
    expect(() => catalogue.current()).toThrow(expect.objectContaining({ code: 'catalogue_not_loaded' }));
  });

  it('2: holds a change of another replica within the poll interval, and its own at once', async () => {
    await registry.register(at('1.0.0'));
    await catalogue.open();
    await registry.register(at('2.0.0'));
    expect(versions()).toEqual(['1.0.0']);
    await jest.advanceTimersByTimeAsync(200);
    expect(versions()).toEqual(['1.0.0', '2.0.0']);
    await registry.register(at('3.0.0'));
    await catalogue.refresh();
    expect(versions()).toHaveLength(3);
  });

  it('3: serves its last state while the store is away, and the new one when it is back', async () => {
    await registry.register(at('1.0.0'));
    await catalogue.open();
    await registry.register(at('2.0.0'));
    const asked = jest.spyOn(registry, 'rolloutsSince').mockRejectedValue(away);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(versions()).toEqual(['1.0.0']);
    asked.mockRestore();
    await jest.advanceTimersByTimeAsync(200);
    expect(versions()).toEqual(['1.0.0', '2.0.0']);
  });

  it('5: takes a change of a rollout over without reading or compiling the skills again', async () => {
    await registry.register(at('1.0.0'));
    await catalogue.open();
    const before = catalogue.current().skills.get('stock')!;
    const content = jest.spyOn(registry, 'content');
    registry.replaceRollout(1, { ...before.rollout, revoked: ['0.9.0'], revision: 2 });
    await catalogue.refresh();
    const after = catalogue.current().skills.get('stock')!;
    expect(after.rollout).toMatchObject({ revoked: ['0.9.0'], revision: 2 });
    expect(after.versions).toBe(before.versions);
    expect(content).not.toHaveBeenCalled();
    await registry.register(at('2.0.0'));
    await catalogue.refresh();
    expect(versions()).toEqual(['1.0.0', '2.0.0']);
  });

  it('fails its start when the store is away', async () => {
    jest.spyOn(registry, 'content').mockRejectedValue(away);
    await expect(catalogue.open()).rejects.toBe(away);
  });

  it('4: a refresh that comes during a load sees what was written before it', async () => {
    const hold = Promise.withResolvers<RegistryContent>();
    await registry.register(at('1.0.0'));
    jest.spyOn(registry, 'content').mockReturnValueOnce(hold.promise);
    const first = catalogue.refresh();
    const second = catalogue.refresh();
    const third = catalogue.refresh();
    hold.resolve({ revision: 0, versions: [], rollouts: [] });
    await Promise.all([first, second, third]);
    expect(versions()).toEqual(['1.0.0']);
  });
});
