import type { Skill } from '@plinth/skill-kit';
import type { Course } from '../school/course';
import { analyzeKnowledgeGap } from './analyze-knowledge-gap';
import { filterDifficulty } from './filter-difficulty';
import { generateExplanation } from './generate-explanation';
import { outputResult } from './output-result';
import { retrieveQuestions } from './retrieve-questions';

/** The five skills of the education scenario, from what a learner has answered to what to practise. */
export function educationSkills(course: Course): Skill[] {
  return [
    analyzeKnowledgeGap(course),
    retrieveQuestions(course),
    filterDifficulty(),
    generateExplanation(course),
    outputResult(),
  ];
}
