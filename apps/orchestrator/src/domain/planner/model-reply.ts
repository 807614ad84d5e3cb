import { languageOf, MAX_TEXT_BYTES } from '@plinth/contracts';
import type { ActiveTurn } from '../session/session';
import { draftOf, memoryEvidence, type Composition } from './composition';
import { askSentence } from './memory-reply';

/** The model's text as a draft: never a template, since its braces are its own; cut where a reply may be no longer. */
export function modelReply(active: ActiveTurn, text: string): Composition {
  const { input, memory } = active;
  const language = languageOf(input.locale, input.text);
  const question = memory && askSentence(memory, language);
  const asked = question ? draftOf([question], { asked_candidate: memory.ask?.candidate_id ?? '' }) : undefined;
  const items = memory?.items ?? [];
  return {
    data: {
      by: 'model',
      notices: [],
      decisions: [{ kind: 'model', choice: 'answer', reason: 'no_flow' }],
      used_memory_ids: items.map((item) => item.id),
    },
    texts: {
      draft: { text: cut([text, asked?.text].filter(Boolean).join('\n')), slots: asked?.slots ?? {} },
      evidence: items.map((item) => memoryEvidence(item.id, item.key, item.layer)),
    },
  };
}

/** UTF-8 has at most three bytes for a UTF-16 unit. */
function cut(text: string): string {
  const units = Math.floor(MAX_TEXT_BYTES / 3);
  return text.length <= units
    ? text
    : text
        .slice(0, units)
        .toWellFormed()
        .replace(/\ufffd$/u, '');
}
