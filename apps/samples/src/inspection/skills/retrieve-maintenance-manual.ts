import { languageOf } from '@plinth/contracts';
import { defineSkill, SkillError, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';
import { rankSections } from '../manual/rank-sections';
import type { Site } from '../plant/load-site';
import { equipmentOf, UNKNOWN_EQUIPMENT } from './site-errors';

export function retrieveMaintenanceManual({ plant, manuals }: Site): Skill {
  return defineSkill({
    name: 'retrieve_maintenance_manual',
    version: '1.0.0',
    description:
      'Finds the section of the maintenance manuals that treats a symptom of one piece of equipment: safety first, then the steps.',
    trigger: 'the faulty equipment is known and it is asked what is to be done; 查维修手册',
    effect: 'read',
    shadow: 'safe',
    keyFields: ['document', 'section', 'title', 'safety'],
    input: z.object({ equipment_id: z.string().min(1).max(64), symptoms: z.string().max(2_000).default('') }),
    output: z.object({
      ...{ document: z.string(), section: z.string(), title: z.string(), safety: z.string() },
      steps: z.array(z.string()),
      score: z.number(),
    }),
    errors: [
      UNKNOWN_EQUIPMENT,
      { code: 'no_section_found', retryable: false, description: 'The manuals do not treat equipment of that kind.' },
    ],
    p95Ms: 300,
    run({ equipment_id, symptoms }, { locale }) {
      const { kind } = equipmentOf(plant, equipment_id);
      const language = languageOf(locale);
      const [best] = rankSections(
        manuals.filter(({ kinds }) => kinds.includes(kind)),
        symptoms,
      );
      if (!best) throw new SkillError('no_section_found', 'The manuals do not treat equipment of that kind.');
      const { document, section, title, safety, steps } = best.section;
      return {
        ...{ document, section, title: title[language], safety: safety[language], steps: steps[language] },
        score: Math.round(best.score * 1_000) / 1_000,
      };
    },
  });
}
