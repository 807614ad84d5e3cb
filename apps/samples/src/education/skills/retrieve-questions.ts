import { languageOf } from '@plinth/contracts';
import { defineSkill, SkillError, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';
import type { Course } from '../school/course';
import { questionShape } from './question-shape';

export function retrieveQuestions(course: Course): Skill {
  return defineSkill({
    name: 'retrieve_questions',
    version: '1.0.0',
    description: 'Finds the questions of the item bank on one concept that the learner has not solved yet.',
    trigger: 'it is known which concept a learner has to practise; 按知识点找练习题',
    effect: 'read',
    shadow: 'safe',
    keyFields: ['count'],
    input: z.object({ concept: z.string().min(1).max(64), limit: z.int().min(1).max(50).default(20) }),
    output: z.object({ count: z.int(), questions: z.array(questionShape) }),
    errors: [
      { code: 'unknown_concept', retryable: false, description: 'The course has no such concept.' },
      { code: 'no_questions_found', retryable: false, description: 'The bank has no question on it that is unsolved.' },
    ],
    p95Ms: 200,
    run({ concept, limit }, { userId, locale }) {
      if (!course.concepts.has(concept)) throw new SkillError('unknown_concept', 'The course has no such concept.');
      const solved = new Set(course.answersOf(userId).flatMap(({ item, correct }) => (correct ? [item] : [])));
      const questions = [...course.items.values()]
        .filter((item) => item.concept === concept && !solved.has(item.id))
        .slice(0, limit)
        .map(({ id, difficulty, discrimination, prompt }) => ({
          ...{ question_id: id, difficulty, discrimination, prompt: prompt[languageOf(locale)] },
        }));
      if (questions.length === 0)
        throw new SkillError('no_questions_found', 'The bank has no question on it that is unsolved.');
      return { count: questions.length, questions };
    },
  });
}
