import { defineSkill, SkillError, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';
import { findAnomaly } from '../anomaly/find-anomaly';
import { anomalyShape, type AnomalyTold } from './anomaly-shape';

const DAY_MINUTES = 1_440;

export function detectAnomaly(): Skill {
  return defineSkill({
    name: 'detect_anomaly',
    version: '1.0.0',
    description:
      'Finds which of several time series left its daily pattern within the last day, since when, and how far; needs three days of each.',
    trigger: 'measurements are there and it is to be known whether they are normal; 检测数据有没有异常',
    effect: 'read',
    shadow: 'safe',
    keyFields: ['found', 'anomalies'],
    compare: { tolerance: { 'anomalies.*.score': 0.05 } },
    input: z.object({
      from: z.iso.datetime(),
      step_minutes: z.int().min(1).max(120),
      series: z
        .array(z.object({ sensor_id: z.string().max(64), values: z.array(z.number()).max(5_000) }).loose())
        .min(1)
        .max(100),
    }),
    output: z.object({
      found: z.boolean(),
      anomalies: z.array(anomalyShape),
      healthy: z.array(z.string()),
      /** Sensors whose readings are lost or stand still: to be looked at, but no sign of a fault of the equipment. */
      doubtful: z.array(z.string()),
    }),
    errors: [{ code: 'too_short', retryable: false, description: 'A series has less than three days.' }],
    p95Ms: 500,
    timeoutMs: 10_000,
    run({ from, step_minutes, series }) {
      const told = series.flatMap(({ sensor_id, values }) => {
        const found = findAnomaly(values, Math.round(DAY_MINUTES / step_minutes));
        if (found === 'too_short') throw new SkillError('too_short', `${sensor_id} has less than three days.`);
        if (!found) return [];
        const onset = new Date(Date.parse(from) + found.onset * step_minutes * 60_000).toISOString();
        return [{ ...found, sensor_id, onset, score: rounded(found.score), methods: [...found.methods] }];
      });
      const ofEquipment = ({ kind }: AnomalyTold): boolean => kind === 'shift' || kind === 'drift';
      const off = new Set(told.filter(ofEquipment).map(({ sensor_id }) => sensor_id));
      return {
        found: off.size > 0,
        anomalies: told.filter(ofEquipment),
        healthy: series.map(({ sensor_id }) => sensor_id).filter((id) => !told.some((one) => one.sensor_id === id)),
        doubtful: told.filter((one) => !ofEquipment(one)).map(({ sensor_id }) => sensor_id),
      };
    },
  });
}

const rounded = (score: number): number => Math.round(score * 100) / 100;
