import type { TaskSlot } from '../task-schema';
import { plainAnswer } from './asked-answers';
import { isCommon } from './name-phrases';
import type { Reading } from './reading';
import { stemOf, wordsOf } from './slot-kind';
import { READ } from './spans';

const NAMING =
  /\b(?:(?:name|call|label|title|rename) (?:it|that|this|(?:the|my) (?:new )?\w+|as)(?: to| as)?|(?:named|called|titled|labell?ed)|(?:in|with|under|by|has)(?: the| a)? (?:name|title|label)(?: of| as)?|name (?:to be|is|should be|will be|would be|be|as|of|to|it)|(?:the|its|it's) (?:name|title) (?:to|is|as|should be|will be|would be)|name:)[ :]+(?:be |is |as |to )?["'“‘]?(?<value>[^\uE000.,!?;"”]{1,60})/gi;
const NAMING_END =
  /(?:\s+(?:at|for|to go off|on|and|please|instead|by|around|from|with|thanks|set|the alarm|alarm|it|so|but|in the)){0,3}\s*$/i;
const NAMING_STOP = / (?:and|please|instead|set|at|so|but|by|thanks|to ring|to go off)(?= |$)/i;

/** The name that a thing is to get: “call it Morning run”, “named …”, “the alarm is …”. */
export function createdName(masked: string, slot: TaskSlot, { ofReply, asked }: Reading): string | undefined {
  const found = [...masked.matchAll(NAMING)].at(-1)?.groups?.['value'];
  const thing = found ?? (ofReply ? undefined : thingIs(masked, slot));
  if (thing === undefined) {
    const isAsked = asked.some((item) => item.slot === slot);
    return isAsked && !ofReply && !masked.includes(READ) ? plainAnswer(masked, 6) : undefined;
  }
  const given = slot.default;
  if (given !== undefined && thing.toLowerCase().startsWith(given.toLowerCase())) return given;
  const stop = thing.search(NAMING_STOP);
  const cut = (stop > 0 ? thing.slice(0, stop) : thing)
    .replace(NAMING_END, '')
    .replace(/["'”’]+$/, '')
    .trim();
  return cut === '' || isPronoun(cut) ? undefined : cut;
}

const isPronoun = (text: string): boolean =>
  /^(?:it|that|this|me|you|them|the|a|an|to|as|is|something|anything|same)$/i.test(text);

/** “The alarm is music practice.” */
function thingIs(masked: string, slot: TaskSlot): string | undefined {
  const nouns = wordsOf(`${slot.labels.join(' ')}`.replaceAll('_', ' '))
    .filter((word) => !/^(?:new|name|the|of|title)$/.test(word))
    .map(stemOf);
  for (const match of masked.matchAll(
    /\bthe (?<noun>[a-z]{3,20}) is (?:for |called |named )?(?<value>[a-z][^\uE000.,!?;]{1,40})/gi,
  ))
    if (
      !isCommon((match.groups?.['value'] ?? '').split(' ')[0] ?? '') &&
      !/\?/.test(masked.slice(match.index).split(/[.!]/)[0] ?? '') &&
      nouns.includes(stemOf((match.groups?.['noun'] ?? '').toLowerCase()))
    )
      return match.groups?.['value'];
  return undefined;
}
