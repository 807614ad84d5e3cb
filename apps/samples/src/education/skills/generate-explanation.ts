import { languageOf, type Language } from '@plinth/contracts';
import { defineSkill, SkillError, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';
import type { Course } from '../school/course';

export function generateExplanation(course: Course): Skill {
  return defineSkill({
    name: 'generate_explanation',
    version: '1.0.0',
    description: 'Explains one question step by step, and names the concepts that it rests on.',
    trigger: 'a question was chosen and the learner is to understand its solution; 讲解题目的解法',
    effect: 'read',
    shadow: 'safe',
    keyFields: ['question_id', 'answer'],
    compare: { text: { explanation: 0.9 } },
    input: z.object({ question_id: z.string().min(1).max(64) }),
    output: z.object({ question_id: z.string(), answer: z.string(), explanation: z.string() }),
    errors: [
      { code: 'unknown_question', retryable: false, description: 'The bank has no such question.' },
      { code: 'generate_failed', retryable: false, description: 'The question has no worked solution to explain.' },
    ],
    p95Ms: 200,
    run({ question_id }, { locale }) {
      const item = course.items.get(question_id);
      if (!item) throw new SkillError('unknown_question', 'The bank has no such question.');
      if (!item.steps) throw new SkillError('generate_failed', 'The question has no worked solution to explain.');
      const language = languageOf(locale);
      const concept = course.concepts.get(item.concept);
      const rests = (concept?.requires ?? []).map((id) => course.concepts.get(id)?.name[language] ?? id);
      const explanation = [
        ...(rests.length > 0 ? [WORDS[language].rests(concept?.name[language] ?? item.concept, rests)] : []),
        ...item.steps[language].map((step, index) => `${index + 1}. ${step}`),
        WORDS[language].answer(item.answer),
      ].join('\n');
      return { question_id, answer: item.answer, explanation };
    },
  });
}

const WORDS = {
  zh: {
    rests: (concept: string, rests: readonly string[]) => `“${concept}”建立在${rests.join('、')}之上。`,
    answer: (answer: string) => `答案：${answer}`,
  },
  en: {
    rests: (concept: string, rests: readonly string[]) => `The ${concept} rests on ${rests.join(' and ')}.`,
    answer: (answer: string) => `Answer: ${answer}`,
  },
} as const satisfies Record<Language, unknown>;
