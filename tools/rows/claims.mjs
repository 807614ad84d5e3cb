const ROW = /^[TMSROXE]\d+$/;

/**
 * Reads the list of claims: row ids, and rows of which only a part is claimed, with the words that say what is missing.
 * @param {unknown} list
 * @returns {{ claimed: string[], parts: Record<string, string>, unknown: string[], repeated: string[] }} `unknown`: what is no claim, as it is written
 */
export function readClaims(list) {
  if (!Array.isArray(list)) throw new TypeError('tools/rows.json must be a list of claims');
  const claims = list.map((claim) => ({ ...(readClaim(claim) ?? {}), text: textOf(claim) }));
  const ids = claims.flatMap(({ row }) => (row === undefined ? [] : [row]));
  return {
    claimed: ids,
    parts: Object.fromEntries(claims.flatMap(({ row, part }) => (row && part ? [[row, part]] : []))),
    unknown: claims.flatMap(({ row, text }) => (row === undefined ? [text] : [])),
    repeated: ids.filter((id, index) => ids.indexOf(id) !== index),
  };
}

/** @param {unknown} claim @returns {{ row: string, part?: string } | undefined} */
function readClaim(claim) {
  if (typeof claim === 'string') return ROW.test(claim) ? { row: claim } : undefined;
  if (typeof claim !== 'object' || claim === null || !('row' in claim) || !('part' in claim)) return undefined;
  const { row, part } = claim;
  if (typeof row !== 'string' || !ROW.test(row) || typeof part !== 'string' || part.trim() === '') return undefined;
  return { row, part };
}

/** @param {unknown} claim */
const textOf = (claim) => (typeof claim === 'string' ? claim : JSON.stringify(claim));
