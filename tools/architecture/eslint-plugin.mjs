import { basename, relative, sep } from 'node:path';

const FORBIDDEN_PARTS = new Map([
  ['service', 'the folder gives the role: name the file after its main export'],
  ['services', 'name the folder after the concept it holds'],
  ['util', 'name the file after the concept it holds'],
  ['utils', 'name the file after the concept it holds'],
  ['helper', 'name the file after the concept it holds'],
  ['helpers', 'name the file after the concept it holds'],
  ['common', 'name the file after the concept it holds'],
]);
const KEBAB_PART = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * What is wrong with a path relative to the repository, or undefined. Every folder and every dotted part of the file counts.
 * @param {string} path
 * @returns {string | undefined}
 */
export function fileNameFault(path) {
  const parts = path.split('/').flatMap((name) => name.replace(/^\./, '').split('.'));
  for (const part of parts) {
    const advice =
      FORBIDDEN_PARTS.get(part) ??
      (part.split('-').some((word) => FORBIDDEN_PARTS.has(word) && word !== 'service')
        ? 'name the file after the concept it holds'
        : undefined);
    if (advice) return `'${part}' says nothing in a name; ${advice}.`;
    if (!KEBAB_PART.test(part)) return `'${part}' is not kebab-case.`;
  }
  return undefined;
}

/** The rooms of a service; a file elsewhere would escape the boundary rules. */
const SERVICE = /^apps\/(orchestrator|memory|reflection|skill-gateway)\/src\//;
const ROOM =
  /^apps\/[^/]+\/src\/((main|app\.module|config|index)(\.test)?\.ts$|domain\/|features\/[^/]+\/|ports\/|adapters\/(inbound|outbound)\/[^/]+\/)/;

/** A rule about the file as a whole. @param {string} description @param {(path: string) => string | undefined} faultOf @returns {import('eslint').Rule.RuleModule} */
function onProgram(description, faultOf) {
  return {
    meta: { type: 'problem', docs: { description }, schema: [], messages: { fault: '{{fault}}' } },
    create: (context) => ({
      Program(node) {
        const fault = faultOf(relative(context.cwd, context.filename).split(sep).join('/'));
        if (fault) context.report({ node, loc: { line: 1, column: 0 }, messageId: 'fault', data: { fault } });
      },
    }),
  };
}

/** The house rules that no published plugin of ours has. @type {import('eslint').ESLint.Plugin} */
export default {
  rules: {
    'file-name': onProgram('kebab-case file names that say what is inside', fileNameFault),
    room: onProgram('every source file of a service stands in one of its rooms', (path) =>
      SERVICE.test(path) && !ROOM.test(path)
        ? `'${basename(path)}' stands in no room: move it to domain/, features/<verb-noun>/, ports/, adapters/inbound/<protocol>/ or adapters/outbound/<technology>/.`
        : undefined,
    ),
  },
};
