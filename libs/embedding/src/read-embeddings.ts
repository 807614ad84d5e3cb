import { PermanentError } from '@plinth/kernel';
import { z } from 'zod';

const embeddings = z.object({
  data: z.array(z.object({ index: z.int().exactOptional(), embedding: z.array(z.number()) })),
});

/**
 * The vectors of an answer to `count` texts, in the order of the texts and of length 1. Throws PermanentError `embeddings_garbled` for
 * any other shape, another count, another length, what is no number, and a vector without a direction.
 */
export function readEmbeddings(answered: unknown, count: number, dimensions: number): number[][] {
  const parsed = embeddings.safeParse(answered);
  if (!parsed.success) throw garbled(`in a form that cannot be read (${parsed.error.issues[0]?.path.join('.') ?? ''})`);
  const byText = new Map(parsed.data.data.map(({ index, embedding }, i) => [index ?? i, embedding]));
  if (parsed.data.data.length !== count) throw garbled(`with ${parsed.data.data.length} vectors for ${count} texts`);
  return Array.from({ length: count }, (_, i) => {
    const values = byText.get(i);
    if (!values) throw garbled(`without the vector of text ${i}`);
    if (values.length !== dimensions) throw garbled(`with ${values.length} dimensions instead of ${dimensions}`);
    const length = Math.hypot(...values);
    if (!(length > 0 && length < Infinity)) throw garbled('with a vector that points nowhere');
    return values.map((value) => value / length);
  });
}

const garbled = (how: string): PermanentError => new PermanentError('embeddings_garbled', `the model answered ${how}`);
