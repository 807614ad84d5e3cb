import { z } from 'zod';
import type { DialogueMemory } from './dialogue-memory';

const dialogueMemory: z.ZodType<DialogueMemory> = z.looseObject({
  offers: z.array(z.object({ slot: z.string(), value: z.string() })),
  named: z.array(z.object({ name: z.string(), service: z.string().exactOptional() })).exactOptional(),
  asked: z.string().exactOptional(),
  service: z.string().exactOptional(),
  changed: z.array(z.string()).exactOptional(),
  requested: z.array(z.string()).exactOptional(),
});

/** The memory of a dialogue as its session kept it; unknown fields are handed on. Throws ZodError on any other text. */
export const parseDialogueMemory = (text: string): DialogueMemory => dialogueMemory.parse(JSON.parse(text));
