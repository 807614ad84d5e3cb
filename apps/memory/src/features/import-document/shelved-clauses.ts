import { contentHash, deriveId, type TenantId } from '@plinth/kernel';
import { itemVector, termCounts } from '@plinth/terms';
import { citationOf } from '../../domain/documents/clause-numbers';
import type { Clause } from '../../domain/documents/clauses-of';
import { searchedText } from '../../domain/documents/searched-text';
import type { DocumentHeader } from '../../domain/documents/stored-document';
import { localVector } from '../../domain/recall/recall-query';
import type { ShelvedClause } from '../../ports/document-shelf';

/** A long document must not hold up turns: after so many clauses others have their turn. */
const CLAUSES_AT_ONCE = 20;

/** Clauses as items with what they are found by. */
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
    const searched = searchedText(above, content);
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
