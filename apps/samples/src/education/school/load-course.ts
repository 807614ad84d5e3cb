import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { z } from 'zod';
import { educationFolder } from '../../sample-folder';
import { answersFile, conceptsFile, courseOf, itemsFile, type Course } from './course';

export function loadCourse(folder = join(educationFolder, 'data')): Course {
  const read = <T>(file: string, schema: z.ZodType<T>): T =>
    schema.parse(parse(readFileSync(join(folder, file), 'utf8')));
  return courseOf(
    read('concepts.yaml', conceptsFile),
    read('items.yaml', itemsFile),
    read('answers.yaml', answersFile),
  );
}
