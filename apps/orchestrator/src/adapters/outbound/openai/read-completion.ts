import { MAX_TEXT_BYTES } from '@plinth/contracts';
import { PermanentError, textFault } from '@plinth/kernel';
import { z } from 'zod';
import type { ModelText } from '../../../ports/turn-model';

const MAX_NAME_LENGTH = 200;
/** Servers that do not count leave it out. */
const tokens = z.int().min(0).nullish();

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })),
  model: z
    .string()
    .min(1)
    .max(MAX_NAME_LENGTH)
    .refine((name) => textFault(name) === undefined)
    .nullish(),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish(),
});

/**
 * What a server answered to a chat completion, as it may be recorded. A server that names no model has used the one asked for, and one
 * that counts no tokens counts as none. Throws PermanentError: `model_refused` without a text, `model_garbled` for any other shape.
 */
export function readCompletion(answered: unknown, askedModel: string): Omit<ModelText, 'duration_ms'> {
  const parsed = completion.safeParse(answered);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new PermanentError('model_garbled', `the model answered in a form that cannot be read (${field})`, { field });
  }
  const { choices, model, usage } = parsed.data;
  const text = storable(choices[0]?.message.content ?? '');
  if (text.trim() === '') throw new PermanentError('model_refused', 'the model answered nothing');
  return {
    text,
    model: model ?? askedModel,
    input_tokens: usage?.prompt_tokens ?? 0,
    output_tokens: usage?.completion_tokens ?? 0,
  };
}

/** At most as long as a reply may be, so that the answer fits into a message, and without what no store takes. */
const storable = (text: string): string => text.slice(0, MAX_TEXT_BYTES).toWellFormed().replaceAll('\u0000', '');
