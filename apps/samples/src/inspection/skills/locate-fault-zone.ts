import { languageOf } from '@plinth/contracts';
import { defineSkill, SkillError, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';
import type { Site } from '../plant/load-site';
import type { Plant } from '../plant/plant';
import { equipmentOff, type Evidence } from '../topology/evidence';
import { likelyRoots } from '../topology/likely-roots';
import { nearestUpstream } from '../topology/nearest-upstream';
import { anomalyShape } from './anomaly-shape';

const contract = {
  name: 'locate_fault_zone',
  description:
    'Tells from which equipment a fault most likely spread, given the sensors that are off, by the topology of the plant.',
  trigger: 'anomalies were found and their common cause is to be known; 定位故障区域、查故障原因',
  effect: 'read',
  shadow: 'safe',
  keyFields: ['equipment_id', 'name', 'area'],
  compare: { ignore: ['method'] },
  input: z.object({
    anomalies: z.array(anomalyShape.loose()).min(1).max(100),
    healthy: z.array(z.string()).max(500).default([]),
  }),
  errors: [{ code: 'unknown_sensor', retryable: false, description: 'A sensor is none of this plant.' }],
  p95Ms: 200,
} as const;

const located = z.object({
  equipment_id: z.string(),
  name: z.string(),
  area: z.string(),
  affected: z.array(z.string()),
  method: z.string(),
});

type Input = z.output<typeof contract.input>;

/** Version 1: the nearest equipment that feeds all that is off. */
export function locateFaultZoneV1({ plant }: Site): Skill {
  return defineSkill({
    ...contract,
    keyFields: [...contract.keyFields],
    compare: { ignore: [...contract.compare.ignore] },
    version: '1.0.0',
    output: located,
    run(input, { locale }) {
      const off = equipmentOff(plant, evidenceOf(plant, input));
      const root = nearestUpstream(plant, off);
      return { ...place(plant, root, locale), affected: off, method: 'nearest_common_upstream' };
    },
  });
}

/** Version 2: the likeliest by how faults travel, when each sign began and what is healthy; says how sure it is, and what else may be. */
export function locateFaultZoneV2({ plant }: Site): Skill {
  return defineSkill({
    ...contract,
    keyFields: [...contract.keyFields, 'confidence' as const],
    compare: { ignore: [...contract.compare.ignore], tolerance: { confidence: 0.05 } },
    version: '2.0.0',
    output: located.extend({
      confidence: z.number().min(0).max(1),
      candidates: z.array(z.object({ equipment_id: z.string(), probability: z.number() })),
    }),
    run(input, { locale }) {
      const evidence = evidenceOf(plant, input);
      const roots = likelyRoots(plant, evidence).slice(0, 3);
      return {
        ...place(plant, roots[0]?.equipment, locale),
        affected: equipmentOff(plant, evidence),
        method: 'likeliest_root',
        confidence: rounded(roots[0]?.probability ?? 0),
        candidates: roots.map(({ equipment, probability }) => ({
          equipment_id: equipment,
          probability: rounded(probability),
        })),
      };
    },
  });
}

function evidenceOf({ sensors }: Plant, { anomalies, healthy }: Input): Evidence {
  const unknown = [...anomalies.map(({ sensor_id }) => sensor_id), ...healthy].find((id) => !sensors.has(id));
  if (unknown !== undefined) throw new SkillError('unknown_sensor', 'A sensor is none of this plant.');
  return {
    anomalies: anomalies.map(({ sensor_id, onset }) => ({ sensor: sensor_id, onsetMs: Date.parse(onset) })),
    healthy,
  };
}

function place({ equipment, areas }: Plant, id: string | undefined, locale: string) {
  const found = equipment.get(id ?? '');
  if (!found) throw new Error('a sensor stands at equipment that the plant has not');
  const language = languageOf(locale);
  const area = areas.find((one) => one.id === found.area);
  return { equipment_id: found.id, name: found.name[language], area: area?.name[language] ?? found.area };
}

const rounded = (probability: number): number => Math.round(probability * 1_000) / 1_000;
