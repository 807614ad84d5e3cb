import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { MissingData } from '../missing-data';

/** The folder of the sets: one JSON value a line, or one a file. Throws MissingData when a file is not there. */
export class EvalData {
  constructor(private readonly folder: string) {}

  lines<T extends z.ZodType>(file: string, schema: T): z.output<T>[] {
    return this.text(file)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => schema.parse(JSON.parse(line)));
  }

  json<T extends z.ZodType>(file: string, schema: T): z.output<T> {
    return schema.parse(JSON.parse(this.text(file)));
  }

  private text(file: string): string {
    const path = join(this.folder, file);
    if (!existsSync(path))
      throw new MissingData(`${path} is missing: PLINTH_EVAL_DATA names the folder that holds ${file}`);
    return readFileSync(path, 'utf8');
  }
}
