import { languageOf } from '@plinth/contracts';
import { defineSkill, SkillError, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';
import type { Site } from '../plant/load-site';
import { sensorsNamedIn } from '../plant/sensors-named-in';
import { readingsOf, stepMs } from '../plant/recording';

const DAY_MS = 86_400_000;

export function getSensorData({ plant, recording }: Site): Skill {
  return defineSkill({
    name: 'get_sensor_data',
    version: '1.0.0',
    description:
      'Reads the recent measurements of the sensors of one area, of one piece of equipment or of one sensor, named by number or by name.',
    trigger: 'equipment is to be inspected and its measurements are needed; 读取传感器数据',
    effect: 'read',
    shadow: 'safe',
    keyFields: ['scope_name', 'until', 'sensors'],
    input: z.object({
      query: z.string().min(1).max(2_000),
      until: z.iso.datetime().optional(),
      days: z.int().min(1).max(7).default(5),
    }),
    output: z.object({
      scope: z.string(),
      scope_name: z.string(),
      from: z.iso.datetime(),
      until: z.iso.datetime(),
      step_minutes: z.int(),
      sensors: z.int(),
      series: z.array(
        z.object({ sensor_id: z.string(), quantity: z.string(), unit: z.string(), values: z.array(z.number()) }),
      ),
    }),
    errors: [
      { code: 'unknown_sensor', retryable: false, description: 'No area, equipment or sensor of the plant is named.' },
      { code: 'no_data', retryable: false, description: 'The recording has nothing of that time.' },
    ],
    p95Ms: 300,
    run({ query, until, days }, { locale }) {
      const named = sensorsNamedIn(plant, query);
      if (!named) throw new SkillError('unknown_sensor', 'No area, equipment or sensor of the plant is named.');
      const asked =
        until === undefined ? recording.steps : (Date.parse(until) - recording.begins) / stepMs(recording) + 1;
      const to = Math.min(recording.steps, Math.floor(asked));
      const from = Math.max(0, to - Math.round((days * DAY_MS) / stepMs(recording)));
      if (to <= 0) throw new SkillError('no_data', 'The recording begins later than that.');
      const at = (step: number): string => new Date(recording.begins + step * stepMs(recording)).toISOString();
      return {
        ...{ scope: named.id, scope_name: named.name[languageOf(locale)] },
        ...{ from: at(from), until: at(to - 1), step_minutes: recording.step_minutes, sensors: named.sensors.length },
        series: named.sensors.map((sensor) => ({
          ...{ sensor_id: sensor.id, quantity: sensor.quantity, unit: sensor.unit },
          values: readingsOf(plant, recording, sensor, from, to),
        })),
      };
    },
  });
}
