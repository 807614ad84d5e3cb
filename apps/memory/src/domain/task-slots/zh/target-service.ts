import { type Heard, type Mention, sentenceAt, type ServiceMention } from './hear';
import { firstFrom } from './positions';

/** Nouns before words that only tell where or what is done. */
const ROLES = ['head', 'around', 'verb'] as const;
/** Mentions further off than these many from `at` are about something else. */
const REACH = 64;

function nearest(
  { services }: Heard,
  at: number,
  within: Mention,
  role: ServiceMention['role'],
): ServiceMention | undefined {
  const next = firstFrom(services, at);
  const fits = (mention: ServiceMention): boolean =>
    mention.role === role && mention.start >= within.start && mention.start < within.end;
  return (
    services.slice(next, next + REACH).find(fits) ?? services.slice(Math.max(0, next - REACH), next).findLast(fits)
  );
}

/**
 * The service that what stands at `at` is about: the next noun in its sentence (“评分4分以上的酒店”), else the last one before, in
 * the sentence and then in the text; last the service of a thing named.
 */
export function targetService(heard: Heard, at: number, fallback: string | undefined): string | undefined {
  const everywhere = { start: 0, end: heard.text.length };
  for (const within of [sentenceAt(heard, at), everywhere])
    for (const role of ROLES) {
      const found = nearest(heard, at, within, role);
      if (found !== undefined) return found.service;
    }
  return heard.things.findLast(({ service }) => service !== undefined)?.service ?? fallback;
}
