import type { Anchor } from '@plinth/contracts';
import type { Flow } from './flow';

const HAN = /\p{Script=Han}/u;

/** Han words are found anywhere; others as whole words, case apart. */
function containsWord(text: string, word: string): boolean {
  const plain = text.toLowerCase();
  const wanted = word.toLowerCase();
  if (HAN.test(word)) return plain.includes(wanted);
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}_]/u.test(plain[at - 1] ?? ' ') && !/[\p{L}\p{N}_]/u.test(plain[at + wanted.length] ?? ' '))
      return true;
  }
  return false;
}

/**
 * The flow that a text triggers: at least one of its words and none of its `none`; more words win, then more of its anchors,
 * then priority, then the name, so that every replica chooses alike.
 */
export function chooseFlow(flows: readonly Flow[], text: string, anchors: readonly Anchor[]): Flow | undefined {
  const kinds = new Set(anchors.map((anchor) => anchor.kind));
  const ranked = flows
    .map((flow) => ({ flow, score: scoreOf(flow, text, kinds) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compare(a.flow.definition.name, b.flow.definition.name));
  return ranked[0]?.flow;
}

function scoreOf(flow: Flow, text: string, kinds: ReadonlySet<string>): number {
  const { any, none, anchors, priority } = flow.definition.triggers;
  if (none.some((word) => containsWord(text, word))) return 0;
  const words = any.filter((word) => containsWord(text, word)).length;
  if (words === 0) return 0;
  return words * 1_000_000 + anchors.filter((kind) => kinds.has(kind)).length * 1_000 + priority + 100;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
