import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertSkill, FileEffectMemory, invokeForTest, type Skill, type TestCall } from '@plinth/skill-kit';
import { loadSite } from './plant/load-site';
import { inspectionSkills } from './skills';
import { Bookings } from './work/bookings';

let folder: string;
let memory: FileEffectMemory;
let skills: readonly Skill[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-inspection-'));
  memory = await FileEffectMemory.open(join(folder, 'bookings.jsonl'));
  skills = inspectionSkills(loadSite(), new Bookings(memory));
});
afterEach(async () => {
  await memory.close();
  await rm(folder, { recursive: true });
});

function skill(name: string, version = '1.0.0'): Skill {
  const found = skills.find(({ manifest }) => manifest.name === name && manifest.version === version);
  if (!found) throw new Error(`no skill ${name} ${version}`);
  return found;
}
const call = (name: string, args: object, context: TestCall = {}, version?: string) =>
  invokeForTest(skill(name, version), args, context);

async function detected(query: string, until?: string): Promise<Record<string, unknown>> {
  const { from, step_minutes, series } = await call('get_sensor_data', { query, ...(until && { until }) });
  return call('detect_anomaly', { from, step_minutes, series });
}

describe('the inspection skills', () => {
  it('S1: are the seven of the scenario, location in two versions, and none acts without a receipt and a dry run', () => {
    expect([...new Set(skills.map(({ manifest }) => manifest.name))]).toEqual([
      ...['get_sensor_data', 'detect_anomaly', 'locate_fault_zone', 'retrieve_maintenance_manual'],
      ...['generate_diagnosis_report', 'schedule_inspection', 'notify_engineer'],
    ]);
    for (const { manifest } of skills) expect(manifest.shadow).toBe(manifest.effect === 'read' ? 'safe' : 'dry_run');
  });

  it('go from the measurements of a plant to an engineer who knows, in the language of the user', async () => {
    const zh = { locale: 'zh-CN' };
    const found = await detected('请检查整个工厂');
    expect(found).toMatchObject({ found: true, doubtful: ['FL-1-RATE'] });
    const { anomalies, healthy } = found;
    const place = await call('locate_fault_zone', { anomalies, healthy }, zh, '2.0.0');
    expect(place).toMatchObject({ equipment_id: 'HX-1', name: '反应换热器', area: '冷却水' });
    expect(place['confidence']).toBeGreaterThan(0.9);
    const { equipment_id, confidence } = place;
    const manual = await call('retrieve_maintenance_manual', { equipment_id, symptoms: '出口温度升高' }, zh);
    expect(manual).toMatchObject({ document: 'MM-HX-01', section: '4.3', title: '换热器结垢' });
    const { document, section, safety, steps } = manual;
    const input = { equipment_id, anomalies, confidence, document, section, safety, steps };
    const report = await call('generate_diagnosis_report', input, zh);
    expect(report).toMatchObject({ severity: 'high', within_hours: 24 });
    expect(report['summary']).toBe('反应换热器 (HX-1) 疑似故障，5 个测点异常，紧急程度：高。');
    expect(report['report']).toContain('依据: MM-HX-01 §4.3');
    const booked = await call('schedule_inspection', { equipment_id, within_hours: report['within_hours'] }, zh);
    expect(booked).toMatchObject({ engineer: '帕特尔', begins: '2026-11-29T20:00:00.000Z' });
    const told = await call('notify_engineer', { engineer_id: booked['engineer_id'], text: report['summary'] });
    expect(told).toMatchObject({ channel: 'email', status: 'accepted' });
  });

  it('S8: both versions of the location answer the same call, so that one may run beside the other', async () => {
    const { anomalies, healthy } = await detected('all of cooling water');
    const one = await call('locate_fault_zone', { anomalies, healthy });
    const two = await call('locate_fault_zone', { anomalies, healthy }, {}, '2.0.0');
    expect(Object.keys(two)).toEqual(expect.arrayContaining(Object.keys(one)));
    expect(one).toMatchObject({ equipment_id: 'HX-1', method: 'nearest_common_upstream' });
    expect(two).toMatchObject({ equipment_id: 'HX-1', method: 'likeliest_root' });
  });

  it('read what a text names: the narrowest, by number or by name', async () => {
    const scope = async (query: string) => (await call('get_sensor_data', { query }))['scope'];
    expect((await call('get_sensor_data', { query: 'air' }, { locale: 'zh' }))['scope_name']).toBe('压缩空气');
    expect(await scope('R-1-TEMP 怎么样')).toBe('R-1-TEMP');
    expect(await scope('反应换热器是不是堵了')).toBe('HX-1');
    expect(await scope('Inspect the screw compressor')).toBe('AC-1');
    expect(await scope('检查压缩空气')).toBe('air');
  });

  it('find earlier incidents at their time, and nothing on a quiet day', async () => {
    expect(await detected('compressed air', '2026-11-21T10:00:00Z')).toMatchObject({ found: true });
    expect(await detected('reactor 1', '2026-11-20T10:00:00Z')).toMatchObject({ found: false, anomalies: [] });
  });

  it('S6: book a slot once for a key, never twice for two at the same time, and know it after a restart', async () => {
    const book = (idempotencyKey: string) => call('schedule_inspection', { equipment_id: 'AC-1' }, { idempotencyKey });
    const [first, second] = await Promise.all([book('one'), book('two')]);
    expect(first['begins']).not.toBe(second['begins']);
    expect(await book('one')).toEqual(first);
    await memory.close();
    memory = await FileEffectMemory.open(join(folder, 'bookings.jsonl'));
    skills = inspectionSkills(loadSite(), new Bookings(memory));
    expect(await book('two')).toEqual(second);
    const third = await call('schedule_inspection', { equipment_id: 'AC-1' }, { dryRun: true });
    expect([first['begins'], second['begins']]).not.toContain(third['begins']);
    expect(await book('three')).toMatchObject({ begins: third['begins'] });
  });

  it('S1: keep their contracts: examples, every declared error, receipts, dry runs', async () => {
    const onset = '2026-11-29T06:00:00.000Z';
    const off = { kind: 'shift', direction: 'up', onset, score: 12, ongoing: true, methods: ['cusum'] };
    const at = (sensor_id: string) => ({ anomalies: [{ ...off, sensor_id }] });
    const unknown = { arguments: { equipment_id: 'X-9' }, error: 'unknown_equipment' };
    await assertSkill(skill('get_sensor_data'), [
      { arguments: { query: 'HX-1' }, result: { sensors: 1, step_minutes: 15 } },
      { arguments: { query: 'the moon' }, error: 'unknown_sensor' },
      { arguments: { query: 'HX-1', until: '2020-01-01T00:00:00Z' }, error: 'no_data' },
    ]);
    const series = [{ sensor_id: 'a', values: Array.from({ length: 72 }, (_, hour) => hour % 24) }];
    await assertSkill(skill('detect_anomaly'), [
      { arguments: { from: onset, step_minutes: 60, series }, result: { found: false, healthy: ['a'] } },
      { arguments: { from: onset, step_minutes: 15, series }, error: 'too_short' },
    ]);
    for (const version of ['1.0.0', '2.0.0'])
      await assertSkill(skill('locate_fault_zone', version), [
        { arguments: at('HX-1-OUT'), result: { equipment_id: 'HX-1', area: 'cooling water' } },
        { arguments: at('no-such'), error: 'unknown_sensor' },
      ]);
    await assertSkill(skill('generate_diagnosis_report'), [
      { arguments: { equipment_id: 'HX-1', ...at('HX-1-OUT') }, result: { severity: 'high', within_hours: 24 } },
      { ...unknown, arguments: { ...unknown.arguments, ...at('HX-1-OUT') } },
      { arguments: { equipment_id: 'HX-1', ...at('no-such') }, error: 'unknown_sensor' },
    ]);
    await assertSkill(skill('schedule_inspection'), [
      { arguments: { equipment_id: 'P-101' }, result: { engineer_id: 'ENG-03' } },
      { arguments: { equipment_id: 'P-101', within_hours: 1 }, error: 'no_slot_free' },
      unknown,
    ]);
    await assertSkill(skill('notify_engineer'), [
      { arguments: { engineer_id: 'ENG-01', text: 'Look at TR-1.' }, result: { channel: 'wecom' } },
      { arguments: { engineer_id: 'ENG-99', text: 'Hello' }, error: 'unknown_engineer' },
    ]);
    const site = loadSite();
    const pumpsAlone = { ...site, manuals: site.manuals.filter(({ kinds }) => kinds.includes('pump')) };
    skills = inspectionSkills(pumpsAlone, new Bookings(memory));
    await assertSkill(skill('retrieve_maintenance_manual'), [
      { arguments: { equipment_id: 'p-201', symptoms: 'flow drops' }, result: { document: 'MM-PU-02' } },
      { arguments: { equipment_id: 'TR-1' }, error: 'no_section_found' },
      unknown,
    ]);
  });
});
