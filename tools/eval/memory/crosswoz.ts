import { z } from 'zod';
import type { EvalData } from './eval-data';

const dialogueSchema = z.object({
  id: z.string(),
  turns: z.array(
    z.object({
      u: z.string(),
      s: z.string(),
      add: z.record(z.string(), z.string()).default({}),
      rem: z.array(z.string()).default([]),
    }),
  ),
});
export type CrosswozDialogue = z.output<typeof dialogueSchema>;

export const crosswozDialogues = (data: EvalData): CrosswozDialogue[] => data.lines('crosswoz.jsonl', dialogueSchema);

/** The task schema: the names of all slots that the dialogues fill or empty, and no value. */
export function crosswozSlots(data: EvalData): { name: string; [field: string]: unknown }[] {
  const turns = crosswozDialogues(data).flatMap((dialogue) => dialogue.turns);
  const names = new Set(turns.flatMap(({ add, rem }) => [...Object.keys(add), ...rem]));
  return [...names].sort().map((name) => {
    const [service = '', label = name] = name.split('.');
    return { name, service, labels: [label] };
  });
}
