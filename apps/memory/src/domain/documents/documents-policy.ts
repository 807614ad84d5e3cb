import { z } from 'zod';

/** How documents become clauses. Lengths in UTF-16 code units, as JavaScript counts. */
export const documentsPolicySchema = z.strictObject({
  /** A longer clause is stored in parts: `5.2(1/3)`. */
  maxClauseChars: z.int().min(100).max(2_000).default(1_000),
  /** Paragraphs without number or heading are gathered up to about this length. */
  paragraphChars: z.int().min(50).max(2_000).default(300),
  /** How much of the text above a clause (headings, the sentence that leads a list in) it is searched by. */
  maxLeadChars: z.int().min(0).max(500).default(200),
  /** A longer text is refused. */
  maxDocumentChars: z.int().min(1_000).max(5_000_000).default(2_000_000),
  maxPdfPages: z.int().min(1).max(10_000).default(2_000),
  /** Reading a PDF or Markdown is stopped after this. */
  parseTimeoutMs: z.int().min(100).max(120_000).default(10_000),
  /** What is known from a document, between verified (0.85) and confirmed (0.95) sources. */
  confidence: z.number().min(0).max(1).default(0.9),
  importance: z.number().min(0).max(1).default(0.5),
});
export type DocumentsPolicy = z.output<typeof documentsPolicySchema>;
