import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MissingData } from '../missing-data';

export interface Dialogue {
  readonly id: string;
  /** What the user says, turn after turn. */
  readonly utterances: readonly string[];
}

const line = z.object({ id: z.string(), turns: z.array(z.object({ u: z.string() })) });

/** The first dialogues of CrossWOZ in the folder; throws MissingData when the file is not there or holds too few. */
export function readDialogues(folder: string, count: number): readonly Dialogue[] {
  const path = join(folder, 'crosswoz.jsonl');
  if (!existsSync(path)) {
    throw new MissingData(
      `${path} is missing: PLINTH_EVAL_DATA names the folder that holds crosswoz.jsonl, one dialogue a line, {"id", "turns": [{"u"}]}`,
    );
  }
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  if (lines.length < count) throw new MissingData(`${path} holds ${lines.length} dialogues, ${count} are asked for`);
  return lines.slice(0, count).map((text) => {
    const { id, turns } = line.parse(JSON.parse(text));
    return { id, utterances: turns.map(({ u }) => u).filter((utterance) => utterance.trim() !== '') };
  });
}
