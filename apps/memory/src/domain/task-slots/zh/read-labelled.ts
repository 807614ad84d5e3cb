import type { HeardText } from './dialogue';
import { oneSlot } from './one-slot';
import type { Reading } from './reading';
import { isFree } from './schema-index';
import { targetService } from './target-service';

const SAYS =
  /^(?:就|应该|要|换|改|的话)?\s?(?:是|为|叫做?|填|写|选|要|在|：|:|改成|改为|换成|改到|定在)\s?["“「]?(?<value>[^，。！？!?；;\n"“”「」]{1,80})/u;
const ASKS = /什么|多少|哪|啥|几[个点位号]|谁|吗$|呢$|如何|怎么|是否|^不/;
const TAIL = /(?:这个|的那?个?|吧|了|啊|哦|呢|哈|呀)+$/u;

/** “故障现象是上不了网”: a label, a word that gives, and the rest of the clause. */
export function readLabelled({ heard, labels }: HeardText, service: string | undefined): Reading[] {
  return labels.flatMap((label): Reading[] => {
    const free = label.slots.filter(isFree);
    if (free.length === 0) return [];
    const match = SAYS.exec(heard.text.slice(label.end, label.end + 100));
    const value = match?.groups?.['value']?.replace(TAIL, '').trim() ?? '';
    if (match === null || value === '' || ASKS.test(value)) return [];
    const slot = oneSlot(free, targetService(heard, label.start, service));
    return slot === undefined ? [] : [{ slot, value, start: label.start, end: label.end + match[0].length }];
  });
}
