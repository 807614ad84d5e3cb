import { languageOf, type Language } from '@plinth/contracts';
import { defineSkill, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';
import { questionShape } from './question-shape';

export function outputResult(): Skill {
  return defineSkill({
    name: 'output_result',
    version: '1.0.0',
    description: 'Puts the questions that were chosen for a learner, and the explanation of the first, into one text.',
    trigger: 'questions were chosen and explained for a learner; 输出推荐的练习',
    effect: 'read',
    shadow: 'safe',
    keyFields: ['text'],
    compare: { text: { text: 0.9 } },
    input: z.object({
      ...{ target_name: z.string().max(200), concept_name: z.string().max(200), mastery: z.number().min(0).max(1) },
      questions: z
        .array(questionShape.extend({ success: z.number().min(0).max(1) }).loose())
        .min(1)
        .max(20),
      explanation: z.string().max(5_000).default(''),
    }),
    output: z.object({ count: z.int(), text: z.string() }),
    p95Ms: 100,
    run({ target_name, concept_name, mastery, questions, explanation }, { locale }) {
      const words = WORDS[languageOf(locale)];
      const percent = (share: number): string => `${Math.round(share * 100)}%`;
      const text = [
        words.head(target_name, concept_name, percent(mastery)),
        ...questions.map(({ prompt, success }, index) => `${index + 1}. ${prompt} ${words.success(percent(success))}`),
        ...(explanation === '' ? [] : ['', words.explained, explanation]),
      ].join('\n');
      return { count: questions.length, text };
    },
  });
}

const WORDS = {
  zh: {
    head: (target: string, concept: string, mastery: string) =>
      `要掌握“${target}”，建议先练习“${concept}”（目前掌握 ${mastery}）：`,
    success: (percent: string) => `（预计正确率 ${percent}）`,
    explained: '第 1 题讲解：',
  },
  en: {
    head: (target: string, concept: string, mastery: string) =>
      `On the way to ${target}, practise ${concept} first (known at ${mastery} so far):`,
    success: (percent: string) => `(solved with ${percent})`,
    explained: 'The first one, explained:',
  },
} as const satisfies Record<Language, unknown>;
