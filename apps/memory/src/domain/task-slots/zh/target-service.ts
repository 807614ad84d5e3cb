import { sentenceAt, type Heard, type ServiceMention } from './hear';

/**
 * The service that what stands at `at` is about: the next noun in its sentence (“评分4分以上的酒店”), else the last one before, in
 * the sentence and then in the text; nouns before words that only tell where or what is done; last the service of a thing named.
 */
export function targetService(heard: Heard, at: number, fallback: string | undefined): string | undefined {
  const sentence = sentenceAt(heard.masked, at);
  const inside = heard.services.filter(({ start }) => start >= sentence.start && start < sentence.end);
  const nearest = (mentions: readonly ServiceMention[]): ServiceMention | undefined =>
    mentions.find(({ start }) => start >= at) ?? mentions.findLast(({ start }) => start < at);
  for (const pool of [inside, heard.services])
    for (const role of ['head', 'around', 'verb'] as const) {
      const found = nearest(pool.filter((mention) => mention.role === role));
      if (found !== undefined) return found.service;
    }
  return heard.things.findLast(({ service }) => service !== undefined)?.service ?? fallback;
}
