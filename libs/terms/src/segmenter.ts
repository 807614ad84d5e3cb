import { Jieba } from '@node-rs/jieba';
import { dict } from '@node-rs/jieba/dict';

let jieba: Jieba | undefined;

/** The one dictionary of the process: a second would take 40 MB more. Loaded at the first use. */
export function segmenter(): Jieba {
  jieba ??= Jieba.withDict(dict);
  return jieba;
}

/** Loading the dictionary takes a quarter of a second: call it at start, so that the first turn does not pay. */
export function warmSegmenter(): void {
  segmenter();
}
