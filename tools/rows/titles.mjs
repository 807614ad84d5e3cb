import ts from 'typescript';

const TESTS = new Set(['it', 'test']);
const GROUPS = new Set(['describe']);
/** A test that does not run claims nothing. */
const IDLE = new Set(['skip', 'todo']);

/**
 * The titles of all tests in a file, and of the groups that hold at least one; the literal parts of a template or of a sum.
 * Comments and strings elsewhere do not count, nor does what is skipped.
 * @param {string} path
 * @param {string} text
 * @returns {string[]}
 */
export function testTitles(path, text) {
  /** @type {string[]} */
  const titles = [];
  /** Visits a node and says whether it holds a test. @param {ts.Node} node @returns {boolean} */
  const visit = (node) => {
    const call = ts.isCallExpression(node) ? calledName(node.expression) : undefined;
    if (call?.idle) return false;
    let holdsTest = call !== undefined && TESTS.has(call.name);
    ts.forEachChild(node, (child) => {
      if (visit(child)) holdsTest = true;
    });
    if (call && holdsTest && ts.isCallExpression(node) && node.arguments[0])
      titles.push(literalText(node.arguments[0]));
    return holdsTest;
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false));
  return titles;
}

/** `it`, `it.each(…)`, `test.concurrent`, `describe.each`…``. @param {ts.Expression} callee @returns {{ name: string, idle: boolean } | undefined} */
function calledName(callee) {
  if (ts.isIdentifier(callee)) {
    if (TESTS.has(callee.text) || GROUPS.has(callee.text)) return { name: callee.text, idle: false };
    return undefined;
  }
  if (ts.isPropertyAccessExpression(callee)) {
    const inner = calledName(callee.expression);
    return inner && { name: inner.name, idle: inner.idle || IDLE.has(callee.name.text) };
  }
  if (ts.isCallExpression(callee)) return calledName(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return calledName(callee.tag);
  return undefined;
}

/** @param {ts.Expression} title @returns {string} */
function literalText(title) {
  if (ts.isStringLiteralLike(title)) return title.text;
  if (ts.isTemplateExpression(title))
    return [title.head.text, ...title.templateSpans.map((span) => span.literal.text)].join('\u2026');
  if (ts.isBinaryExpression(title)) return `${literalText(title.left)}\u2026${literalText(title.right)}`;
  return '';
}
