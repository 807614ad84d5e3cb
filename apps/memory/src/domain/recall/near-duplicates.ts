import type { Candidate } from './candidate';

/** Longer texts are compared by their beginnings. */
const MAX_COMPARED = 400;

/** The kept item that says nearly the same: the share of common pairs of letters (Jaccard) is at least `threshold`. */
export function nearDuplicateOf(
  candidate: Candidate,
  kept: readonly Candidate[],
  threshold: number,
): Candidate | undefined {
  const text = folded(candidate.content);
  let own: ReadonlySet<string> | undefined;
  return kept.find((other) => {
    const otherText = folded(other.content);
    if (text === otherText) return true;
    const [shorter, longer] = text.length < otherText.length ? [text, otherText] : [otherText, text];
    if (shorter.length < longer.length * threshold || shorter.length < 4) return false;
    own ??= pairsOf(text);
    return jaccard(own, pairsOf(otherText)) >= threshold;
  });
}

const folded = (content: string): string =>
  content
    .slice(0, MAX_COMPARED)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

function pairsOf(text: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (let i = 1; i < text.length; i++) pairs.add(text.slice(i - 1, i + 1));
  return pairs;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of a) if (b.has(pair)) common++;
  const union = a.size + b.size - common;
  return union === 0 ? 0 : common / union;
}
