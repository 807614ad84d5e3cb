import { contentHash, deriveId, type TenantId } from '@plinth/kernel';
import { citationOf } from '../../domain/documents/clause-numbers';
import type { Clause } from '../../domain/documents/clauses-of';
import type { DocumentHeader } from '../../domain/documents/stored-document';
import { localVector } from '../../domain/recall/recall-query';
import { itemVector } from '../../domain/terms/bm25';
import { termCounts } from '../../domain/terms/tokenise';
import type { ShelvedClause } from '../../ports/document-shelf';

/** A line of Chinese that goes on in the next one goes on without a space. */
const WRAPPED_HAN = /(?<=\p{Script=Han})[ \t]{0,8}\r?\n[ \t]{0,8}(?=\p{Script=Han})/gu;

/** A long document must not hold up turns: after so many clauses others have their turn. */
const CLAUSES_AT_ONCE = 20;

/**
 * Clauses as items with their terms: a clause is found by its own words and by those of the headings and lead-ins that it stands under.
 */
export async function shelvedClauses(
  tenant: TenantId,
  { documentId, version }: Pick<DocumentHeader, 'documentId' | 'version'>,
  clauses: readonly Clause[],
  rest: () => Promise<void>,
): Promise<readonly ShelvedClause[]> {
  const shelved: ShelvedClause[] = [];
  for (const [position, { number, text, above, page, language }] of clauses.entries()) {
    if (position % CLAUSES_AT_ONCE === 0) await rest();
    const content = text.trim();
    const searched = [...above, content].join('\n').replace(WRAPPED_HAN, '');
    const vector = localVector(searched);
    shelved.push({
      id: deriveId('clause', tenant, documentId, version, position),
      number,
      content,
      contentHash: contentHash(content),
      language,
      above,
      ...(page === undefined ? {} : { page }),
      citation: citationOf(documentId, number),
      terms: itemVector(termCounts(searched)),
      ...(vector ? { vector } : {}),
    });
  }
  return shelved;
}
