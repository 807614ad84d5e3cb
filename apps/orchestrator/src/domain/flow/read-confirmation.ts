import { CONFIRMATION_WORDS, COURTESIES } from './confirmation-words';

const PUNCTUATION = /[,.;:!，。；：！、~～…"'“”‘’]+/u;
const yes: ReadonlySet<string> = new Set(CONFIRMATION_WORDS.yes);
const no: ReadonlySet<string> = new Set(CONFIRMATION_WORDS.no);
const courtesies: ReadonlySet<string> = new Set(COURTESIES);

/** A yes or a no to what was asked, or undefined when the text is neither or both, or asks itself: an effect needs a clear word. */
export function readConfirmation(text: string): 'yes' | 'no' | undefined {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('’', "'").trim();
  if (plain.includes('?')) return undefined;
  const whole = plain.replace(/[.!。！,，~～…\s]+$/u, '');
  if (yes.has(whole)) return 'yes';
  if (no.has(whole)) return 'no';
  const parts = plain
    .split(PUNCTUATION)
    .map((part) => part.trim())
    .flatMap((part) => (isKnown(part) ? [part] : part.split(/\s+/)))
    .filter((part) => part !== '' && !courtesies.has(part));
  const meanings = new Set(parts.map(meaningOf));
  const [meaning] = meanings;
  return meanings.size === 1 ? meaning : undefined;
}

const isKnown = (part: string): boolean => yes.has(part) || no.has(part) || courtesies.has(part);

function meaningOf(part: string): 'yes' | 'no' | undefined {
  if (yes.has(part)) return 'yes';
  return no.has(part) ? 'no' : undefined;
}
