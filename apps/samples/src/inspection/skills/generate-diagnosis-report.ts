import { languageOf, type Language } from '@plinth/contracts';
import { contentHash } from '@plinth/kernel';
import { defineSkill, SkillError, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';
import type { Site } from '../plant/load-site';
import { SEVERITIES, severityOf, WITHIN_HOURS } from '../work/severity';
import { anomalyShape, type AnomalyTold } from './anomaly-shape';
import { equipmentOf, UNKNOWN_EQUIPMENT } from './site-errors';

export function generateDiagnosisReport({ plant }: Site): Skill {
  return defineSkill({
    name: 'generate_diagnosis_report',
    version: '1.0.0',
    description: 'Writes the report of one diagnosis: what is off, its likely cause, how urgent it is, and what to do.',
    trigger: 'the cause of a fault was found and is to be written down; 生成诊断报告',
    effect: 'read',
    shadow: 'safe',
    keyFields: ['report_id', 'severity', 'within_hours', 'summary'],
    compare: { text: { report: 0.9, summary: 0.9 } },
    input: z.object({
      equipment_id: z.string().min(1).max(64),
      anomalies: z.array(anomalyShape.loose()).min(1).max(100),
      confidence: z.number().min(0).max(1).optional(),
      document: z.string().max(200).default(''),
      section: z.string().max(50).default(''),
      safety: z.string().max(1_000).default(''),
      steps: z.array(z.string().max(500)).max(20).default([]),
    }),
    output: z.object({
      ...{ report_id: z.string(), severity: z.enum(SEVERITIES), within_hours: z.int(), summary: z.string() },
      report: z.string(),
    }),
    errors: [
      UNKNOWN_EQUIPMENT,
      { code: 'unknown_sensor', retryable: false, description: 'A sensor is none of this plant.' },
    ],
    p95Ms: 200,
    run(input, { locale }) {
      const { id, name, criticality } = equipmentOf(plant, input.equipment_id);
      const language = languageOf(locale);
      const severity = severityOf(criticality, Math.max(...input.anomalies.map(({ score }) => score)));
      const words = WORDS[language];
      const summary = words.summary(`${name[language]} (${id})`, input.anomalies.length, words.severity[severity]);
      const sure = input.confidence === undefined ? [] : [words.sure(Math.round(input.confidence * 100))];
      const source = input.document === '' ? [] : [`${words.source}: ${input.document} §${input.section}`];
      const report = [
        `# ${words.title}: ${name[language]}`,
        [summary, ...sure].join(' '),
        `## ${words.observed}`,
        input.anomalies.map((one) => `- ${lineOf(one)}`).join('\n'),
        ...(input.safety === '' ? [] : [`## ${words.safety}`, input.safety]),
        ...(input.steps.length === 0
          ? []
          : [`## ${words.steps}`, input.steps.map((step, index) => `${index + 1}. ${step}`).join('\n')]),
        ...source,
      ].join('\n\n');
      const report_id = `DR-${contentHash([id, input.anomalies]).slice(0, 10).toUpperCase()}`;
      return { report_id, severity, within_hours: WITHIN_HOURS[severity], summary, report };

      function lineOf({ sensor_id, direction, onset, score }: AnomalyTold): string {
        const sensor = plant.sensors.get(sensor_id);
        if (!sensor) throw new SkillError('unknown_sensor', 'A sensor is none of this plant.');
        return `${sensor_id} (${sensor.unit}): ${words.direction[direction]}, ${score} σ, ${words.since} ${onset.slice(0, 16)}Z`;
      }
    },
  });
}

const WORDS = {
  zh: {
    ...{ title: '诊断报告', observed: '观测', safety: '安全要求', steps: '处理步骤', source: '依据', since: '始于' },
    severity: { low: '低', medium: '中', high: '高', critical: '紧急' },
    direction: { up: '偏高', down: '偏低', none: '停滞' },
    summary: (name: string, sensors: number, severity: string) =>
      `${name} 疑似故障，${sensors} 个测点异常，紧急程度：${severity}。`,
    sure: (percent: number) => `定位置信度 ${percent}%。`,
  },
  en: {
    ...{ title: 'Diagnosis', observed: 'Observed', safety: 'Safety', steps: 'Steps', source: 'By', since: 'since' },
    severity: { low: 'low', medium: 'medium', high: 'high', critical: 'critical' },
    direction: { up: 'high', down: 'low', none: 'stands still' },
    summary: (name: string, sensors: number, severity: string) =>
      `The ${name} is probably at fault: ${sensors} sensors are off, urgency ${severity}.`,
    sure: (percent: number) => `Confidence of the location ${percent} %.`,
  },
} as const satisfies Record<Language, unknown>;
