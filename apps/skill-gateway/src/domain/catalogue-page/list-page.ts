import type { Language } from '@plinth/contracts';
import { markup } from './html';
import { page, table } from './page';
import { pageWords } from './page-words';
import type { PageLinks, SkillEntry } from './skill-entry';

/** All skills by their names, each with what it does and how it stands. */
export function listPage(entries: readonly SkillEntry[], language: Language, links: PageLinks): string {
  const words = pageWords(language);
  const rows = entries.map(({ name, versions, rollout }) => {
    const newest = versions[0];
    return [
      markup`<a href="${links.skill(name)}">${name}</a>`,
      newest?.manifest.description ?? '',
      newest ? words.effects[newest.manifest.effect] : '',
      rollout?.baseline ?? newest?.manifest.version ?? '',
      newest ? words.states[newest.mark.state] : words.states.quarantined,
      rollout ? words.statuses[rollout.status] : '',
    ];
  });
  const heads = [words.catalogue, words.description, words.effect, words.version, words.state, words.rollout];
  const listed = rows.length > 0 ? table(heads, rows) : markup`<p>${words.none}</p>`;
  return page(language, words.catalogue, markup`<h1>${words.catalogue}</h1>${listed}`);
}
