import { defineSkill, SkillError, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';
import { informationOf, successOf } from '../learner/estimate-ability';
import { questionShape } from './question-shape';
import { rounded } from './rounded';

export function filterDifficulty(): Skill {
  return defineSkill({
    name: 'filter_difficulty',
    version: '1.0.0',
    description:
      'Keeps the questions that a learner of an ability solves about as often as wished, those first whose answers tell most.',
    trigger: 'there are questions on a concept and they are to suit the learner; 按难度挑选题目',
    effect: 'read',
    shadow: 'safe',
    keyFields: ['count', 'questions'],
    compare: { tolerance: { 'questions.*.success': 0.02 } },
    input: z.object({
      questions: z.array(questionShape.loose()).min(1).max(50),
      ability: z.number().min(-4).max(4),
      /** How often the learner is to succeed, and how far from that a question may be. */
      success: z.number().min(0.05).max(0.95).default(0.65),
      tolerance: z.number().min(0.01).max(0.95).default(0.2),
      at_least: z.int().min(1).max(20).default(2),
    }),
    output: z.object({
      count: z.int(),
      first: z.string(),
      questions: z.array(questionShape.extend({ success: z.number() })),
    }),
    errors: [
      {
        code: 'insufficient_questions',
        retryable: false,
        description: 'Fewer questions than asked for lie within the tolerance; a wider one finds more.',
      },
    ],
    p95Ms: 100,
    run({ questions, ability, success, tolerance, at_least }) {
      const fitting = questions
        .map((one) => ({ ...one, success: rounded(successOf(ability, one)) }))
        .filter((one) => Math.abs(one.success - success) <= tolerance)
        .sort((a, b) => informationOf(ability, b) - informationOf(ability, a));
      const first = fitting[0];
      if (!first || fitting.length < at_least)
        throw new SkillError('insufficient_questions', `${fitting.length} of ${questions.length} questions fit.`);
      return { count: fitting.length, first: first.question_id, questions: fitting };
    },
  });
}
