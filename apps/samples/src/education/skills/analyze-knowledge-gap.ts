import { languageOf } from '@plinth/contracts';
import { defineSkill, SkillError, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';
import { abilityOf, gapsBefore, masteryOf } from '../learner/learner-profile';
import type { Concept, Course } from '../school/course';
import { rounded } from './rounded';

export function analyzeKnowledgeGap(course: Course): Skill {
  return defineSkill({
    name: 'analyze_knowledge_gap',
    version: '1.0.0',
    description:
      'Tells from what a learner has answered which concept to learn first on the way to a topic, and how able the learner is.',
    trigger: 'a learner asks what to practise, or why a topic is not understood; 该练什么、哪里没学会、薄弱知识点',
    effect: 'read',
    shadow: 'safe',
    keyFields: ['target_name', 'concept_name', 'mastery'],
    compare: { tolerance: { ability: 0.05, mastery: 0.05, 'gaps.*.mastery': 0.05 } },
    input: z.object({ query: z.string().min(1).max(2_000) }),
    output: z.object({
      ...{ target: z.string(), target_name: z.string() },
      /** What to practise: the first gap, or the target where there is none. */
      ...{ concept: z.string(), concept_name: z.string(), mastery: z.number(), has_gap: z.boolean() },
      gaps: z.array(z.object({ concept: z.string(), name: z.string(), mastery: z.number() })),
      ability: z.number(),
    }),
    errors: [
      { code: 'unknown_topic', retryable: false, description: 'The course has no concept of that name.' },
      { code: 'no_answers', retryable: false, description: 'The learner has answered nothing yet.' },
    ],
    p95Ms: 300,
    run({ query }, { userId, locale }) {
      const target = conceptNamedIn(course, query);
      if (!target) throw new SkillError('unknown_topic', 'The course has no concept of that name.');
      const answers = course.answersOf(userId);
      if (answers.length === 0) throw new SkillError('no_answers', 'The learner has answered nothing yet.');
      const mastery = masteryOf(course, answers);
      const language = languageOf(locale);
      const told = (id: string) => ({
        concept: id,
        name: course.concepts.get(id)?.name[language] ?? id,
        mastery: rounded(mastery.get(id) ?? 0),
      });
      const gaps = gapsBefore(course, target.id, mastery).map(told);
      const { concept, name, mastery: known } = gaps[0] ?? told(target.id);
      return {
        ...{ target: target.id, target_name: target.name[language] },
        ...{ concept, concept_name: name, mastery: known, has_gap: gaps.length > 0, gaps },
        ability: rounded(abilityOf(course, answers)),
      };
    },
  });
}

/** Of several names the longest, since “derivative” may stand in another. */
function conceptNamedIn({ concepts }: Course, text: string): Concept | undefined {
  const asked = text.toLowerCase();
  return [...concepts.values()]
    .flatMap((concept) => [concept.id, concept.name.zh, concept.name.en].map((name) => ({ concept, name })))
    .filter(({ name }) => asked.includes(name.toLowerCase()))
    .sort((a, b) => b.name.length - a.name.length)[0]?.concept;
}
