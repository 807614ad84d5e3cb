import { languageOf } from '@plinth/contracts';
import type { ActiveTurn } from '../session/session';
import { askPerson } from './ask-person';
import { plain, type Composition } from './composition';
import { withAsk } from './memory-reply';
import type { Phrases } from './phrase-list';
import { phrasesOf } from './phrases';

/** The reply when no flow, no memory and no model has one: a courtesy is returned, anything else is owned up to. */
export function fallbackReply(active: ActiveTurn): Composition {
  const { input } = active;
  const language = languageOf(input.locale, input.text);
  const phrases = phrasesOf(language);
  const courtesy = courtesyOf(input.text, phrases);
  const sentence = courtesy === undefined ? (askPerson(active, language) ?? plain(phrases.fallback)) : plain(courtesy);
  return {
    data: { by: 'fallback', notices: [], decisions: [], used_memory_ids: [] },
    texts: { draft: withAsk([sentence], active.memory, language), evidence: [] },
  };
}

function courtesyOf(text: string, phrases: Phrases): string | undefined {
  const bare = text
    .toLowerCase()
    .replace(/[\s,.!?~，。！？～]+/gu, ' ')
    .trim();
  if (phrases.greetings.includes(bare)) return phrases.greeting;
  return phrases.courtesies.includes(bare) ? phrases.thanks : undefined;
}
