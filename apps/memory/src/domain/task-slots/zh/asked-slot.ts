import type { HeardText } from './dialogue';
import type { Heard } from './hear';
import { firstFrom } from './positions';
import { oneSlot } from './one-slot';
import type { Reading } from './reading';
import { type IndexedSlot, isFree } from './schema-index';

/** A reply that wants to be told something. */
const WANTS =
  /请问|请(?:您|你)?(?:提供|告诉|告知|说|报|留|填|输入)|(?:什么|多少|哪[里儿个家天些]?|几[点个位号]?|怎么称呼|吗|呢)[^。！]{0,8}[？?]|[？?]\s*$/;
/** A question stands at the end of a reply and is short. */
const MOST_SENTENCES = 4;
const MAX_QUESTION = 200;
const MOST_LABELS = 16;
const TELLS = /[是为有在：:]\s?[^，。？?什多哪几]/;
const ANSWER =
  /^(?:嗯+|哦|好的?|那|就|是|对|我?(?:的)?(?:要|想要?|选|叫|姓)?|，|,|\s)*(?<value>[^，。！？!?；;\n]{1,60})[。！!]?$/u;
const NO_ANSWER =
  /什么|多少|哪|啥|谁|怎么|吗$|呢$|不(?:知道|清楚|用|要|是)|谢谢|你好|您好|没有|再见|^(?:好的?|可以|行|嗯+|是的?|对|没问题|稍等|等一下)$/;
const TAIL = /(?:就行|就可以|吧|了|啊|哦|呢|哈|呀|谢谢)+$/u;

/** The slot that a reply asks the user for, by the last label in its question. */
export function askedSlot({ heard: reply, labels }: HeardText, service: string | undefined): IndexedSlot | undefined {
  for (const { start, end } of reply.sentences.slice(-MOST_SENTENCES).reverse()) {
    const sentence = reply.masked.slice(Math.max(start, end - MAX_QUESTION), end + 1);
    if (!WANTS.test(sentence)) continue;
    const inside = labels.slice(firstFrom(labels, start), firstFrom(labels, end)).slice(-MOST_LABELS);
    const asked = inside.findLast((label) => !TELLS.test(reply.masked.slice(label.end, label.end + 3)));
    if (asked !== undefined) return oneSlot(asked.slots, service);
  }
  return undefined;
}

/** A bare answer to the question for `slot`: the whole of a short text, for slots whose values have no form of their own. */
export function readAnswer(heard: Heard, slot: IndexedSlot): Reading[] {
  if (!isFree(slot)) return [];
  const match = ANSWER.exec(heard.text.trim());
  const value = match?.groups?.['value']?.replace(TAIL, '').trim() ?? '';
  return value === '' || NO_ANSWER.test(value) ? [] : [{ slot, value, start: 0, end: heard.text.length }];
}
