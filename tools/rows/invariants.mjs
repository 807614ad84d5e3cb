/** ` * M1 A record …`, ` * R1. A key …`: an entry of a list; ` * T5: …` and ` * T7 as …` speak of a row. */
const NUMBERED_AS_ROW = /^\s*\*\s+\**([TMSROXE]\d+)\**(?:\.\s|\s+[A-Z`])/;

/**
 * The invariants that a source file numbers as rows are numbered, as `path:line: id`.
 * @param {string} path
 * @param {string} text
 * @returns {string[]}
 */
export function invariantsNamedAsRows(path, text) {
  return text.split('\n').flatMap((line, index) => {
    const id = NUMBERED_AS_ROW.exec(line)?.[1];
    return id === undefined ? [] : [`${path}:${index + 1}: ${id}`];
  });
}
