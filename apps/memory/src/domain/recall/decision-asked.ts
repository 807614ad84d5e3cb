import type { MemoryItem } from '@plinth/contracts';
import { readDecision, type Decision, wordsForDecision } from '../profile/decision';
import type { Ranked } from './rank-candidates';

/** UTF-16 units of a question that are read. */
const MAX_QUESTION = 300;
const WHY =
  /为什么|为何|为啥|凭什么|什么(?:理由|原因|依据)|(?:理由|原因|依据)(?:是|呢|何在|[?？]|$)|\bwhy\b|\bhow come\b|\bwhat (?:was|were|is) (?:the|your) (?:reason|rationale)/i;
/** “为什么我推荐的朋友…”, “why did I choose”: what the user decided. */
const OWN = /(?<![给为向对跟帮替])我(?:们)?(?:上次|之前|当时|昨天|自己)?$|\bi(?: \w+)?$/i;
/** What stands around the thing that was decided upon, and names nothing. */
const AROUND =
  /上一?次|之前|刚才|刚刚|昨天|那次|当时|以前|(?:的)?(?:理由|原因|依据)(?:是|呢)?(?:什么|何在)?|给我|为我|向我|我们?|你们?|您|他|这样|这么|那样|那么|这个|那个|这种|那种|它|了|过|的|呢|啊|吗|做|去|要|会|\b(?:last time|before|earlier|yesterday|previously|then|to me|for me|me|us|it|that|this|those|these|the|a|an|one|ones|to|so|back|my|your|of|for|doing|do|i|in|with)\b/gi;
/** Of the pairs of characters that name the thing; the rest is the way in which people put it. */
const LEAST_SHARED = 0.5;

interface ReasonAsked {
  readonly kind: string;
  /** What was decided upon, as far as the question names it. */
  readonly about: string;
}

/** A decision of the agent with its reason, as an answer. */
export interface Explained {
  readonly items: readonly MemoryItem[];
  readonly answer: {
    readonly key: string;
    readonly value: string;
    readonly item_id: string;
    readonly layer: 'semantic';
    readonly decision: Decision;
  };
}

/**
 * “为什么上次推荐A？”: the latest of the agent's own decisions of that kind upon that thing, with the reason that was stored with it (M34).
 * Undefined where the text asks for no reason, or none of what was found is such a decision; what may enter no prompt explains nothing.
 */
export function decisionAsked(text: string, ranked: readonly Ranked[]): Explained | undefined {
  const asked = text.slice(0, MAX_QUESTION);
  if (!WHY.test(asked)) return undefined;
  const [latest] = ranked
    .flatMap((found) => {
      const { candidate } = found;
      if (candidate.kind !== 'episode' || candidate.sourceType !== 'system' || !isAdmitted(found)) return [];
      const decision = readDecision(candidate.content);
      const wanted = decision && reasonAsked(asked, decision.kind);
      return decision && wanted && isAbout(decision, wanted) ? [{ found, decision }] : [];
    })
    .toSorted((a, b) => b.found.candidate.atMs - a.found.candidate.atMs);
  if (!latest) return undefined;
  const { found, decision } = latest;
  const { id, kind, content, sourceType } = found.candidate;
  return {
    items: [{ id, kind, layer: 'semantic', content, source_type: sourceType, score: found.score }],
    answer: { key: decision.kind, value: decision.reason, item_id: id, layer: 'semantic', decision },
  };
}

/** What is only far from the question's words explains it none the less: its kind and its thing have been asked for. */
const isAdmitted = ({ kept, reason }: Ranked): boolean =>
  kept || /^(?:reference_only|below_floor|far_below_best|beyond_top|near_duplicate)/.test(reason);

function reasonAsked(text: string, kind: string): ReasonAsked | undefined {
  const words = wordsForDecision(kind) ?? escaped(kind);
  const match = new RegExp(/^\p{Script=Han}/u.test(words) ? words : `\\b(?:${words})\\b`, 'iu').exec(text);
  if (!match) return undefined;
  const before = text.slice(0, match.index);
  if (OWN.test(before.trimEnd()) && !/^(?:ation|ion)/.test(match[0])) return undefined;
  const after = text.slice(match.index + match[0].length);
  const rest = named(after);
  return { kind, about: rest === '' ? named(before.replace(WHY, ' ').replace(AUXILIARY, ' ')) : rest };
}

const AUXILIARY = /\b(?:was|were|did|do|does|have|has|had|is|are|you|been|can|could|remember|tell|know)\b/gi;

const named = (text: string): string =>
  text
    .replace(WHY, ' ')
    .replace(AROUND, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

function isAbout({ choice }: Decision, { about }: ReasonAsked): boolean {
  if (about === '') return true;
  const [wanted, chosen] = [about.replaceAll(' ', ''), named(choice).replaceAll(' ', '')];
  if (chosen === '' || wanted.includes(chosen) || chosen.includes(wanted)) return true;
  const pairs = pairsOf(wanted);
  const shared = pairs.filter((pair) => chosen.includes(pair)).length;
  return shared / Math.max(1, Math.min(pairs.length, pairsOf(chosen).length)) >= LEAST_SHARED;
}

const pairsOf = (text: string): string[] => [...text].slice(1).map((char, i) => `${[...text][i] ?? ''}${char}`);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
