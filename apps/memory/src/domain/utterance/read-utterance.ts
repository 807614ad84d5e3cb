import type { Anchor } from '@plinth/contracts';
import { findAnchors, type Said } from '../anchors/find-anchors';
import { readActs } from './read-acts';
import { repaired } from './repair';
import type { SpeechAct } from './speech-act';

export interface Reading {
  /** What the speaker meant: the text without what it takes back on its way. Offsets of the anchors count in it. */
  readonly text: string;
  readonly anchors: readonly Anchor[];
  readonly acts: readonly SpeechAct[];
  /** The one question that memory may answer: the last that claims an attribute, else the last. */
  readonly question?: SpeechAct & { readonly act: 'ask' };
}

/** Everything that one utterance of the user says to memory; pure. */
export function readUtterance(said: string, at: Said): Reading {
  const text = repaired(said);
  const anchors = findAnchors(text, at);
  const acts = readActs(text, anchors);
  const questions = acts.flatMap((act) => (act.act === 'ask' ? [act] : []));
  const question = questions.findLast(({ named }) => named) ?? questions.at(-1);
  return { text, anchors, acts, ...(question ? { question } : {}) };
}
