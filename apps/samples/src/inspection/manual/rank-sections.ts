import type { Language } from '@plinth/contracts';
import { termsOf } from '../../terms';
import type { ManualSection } from './manual-section';

const SATURATION = 1.2;
const LENGTH = 0.75;

/** Sections by how well they answer a text in either language, best first (BM25, Robertson et al. 1995). */
export function rankSections(
  sections: readonly ManualSection[],
  text: string,
): { readonly section: ManualSection; readonly score: number }[] {
  const scores = (['zh', 'en'] as const).map((language) => scoresIn(sections, text, language));
  return sections
    .map((section, index) => ({ section, score: Math.max(...scores.map((one) => one[index] ?? 0)) }))
    .sort((a, b) => b.score - a.score);
}

function scoresIn(sections: readonly ManualSection[], text: string, language: Language): number[] {
  const held = sections.map(({ title, symptoms, steps }) =>
    termsOf([title[language], symptoms[language], ...steps[language]].join(' '), language),
  );
  const meanLength = held.reduce((sum, terms) => sum + terms.length, 0) / Math.max(1, held.length);
  const wanted = [...new Set(termsOf(text, language))];
  return held.map((terms) =>
    wanted.reduce((sum, term) => {
      const often = terms.filter((one) => one === term).length;
      if (often === 0) return sum;
      const holding = held.filter((other) => other.includes(term)).length;
      const rarity = Math.log(1 + (held.length - holding + 0.5) / (holding + 0.5));
      const length = 1 - LENGTH + (LENGTH * terms.length) / meanLength;
      return sum + (rarity * often * (SATURATION + 1)) / (often + SATURATION * length);
    }, 0),
  );
}
