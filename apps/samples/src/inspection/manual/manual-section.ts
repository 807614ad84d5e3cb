import { z } from 'zod';
import { inBothLanguages } from '../plant/plant';

const listInBothLanguages = z.object({ zh: z.array(z.string()).min(1), en: z.array(z.string()).min(1) });

export const manualSection = z.object({
  document: z.string(),
  section: z.string(),
  kinds: z.array(z.string()).min(1),
  title: inBothLanguages,
  symptoms: inBothLanguages,
  safety: inBothLanguages,
  steps: listInBothLanguages,
});
export type ManualSection = z.output<typeof manualSection>;
