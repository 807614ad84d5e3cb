import type { SlotChange } from '../tracking/task-turn';
import { askedSlot, readAnswer } from './asked-slot';
import type { Dialogue } from './dialogue';
import type { Heard } from './hear';
import { quantityOf, writeQuantity } from './quantities';
import { readAnchored } from './read-anchored';
import { readClosed } from './read-closed';
import { readContents } from './read-contents';
import { readJourney } from './read-journey';
import { readLabelled } from './read-labelled';
import { readNames } from './read-names';
import { readNear } from './read-near';
import { readQuantities } from './read-quantities';
import { readTypes } from './read-types';
import { isAllowed, type Reading } from './reading';
import { correctsItself } from './stance';

/** “上次订了…”, “我朋友买的是…”: told, not wished for. */
const PAST = /(?:上次|上回|以前|之前|曾经|去年|前年|那次)[^，。]{0,24}(?:了|过|的)/;
const OTHERS = /(?:朋友|同事|邻居|同学|别人|人家)[^，。]{0,8}(?:了|过|用的|买的)/;
const CLAUSE = 40;
const CLAUSE_END = /[，。！？!?；;\n]/;
const REFUSED = /(?:不是|并非|不要|不用|别|除了|不想要?|不选)(?:这个|那个|选|用|要)?$/;

/** What a turn says: readings in the order of trust, and those that look for something. */
export interface Said {
  readonly readings: readonly Reading[];
  readonly wishes: readonly Reading[];
}

export function readTurn(dialogue: Dialogue): Said {
  const { user, reply, index, service, clock } = dialogue;
  const formed = [
    ...readAnchored(user, index, service, clock),
    ...readQuantities(user, index, service).map(atLeast),
    ...readClosed(user, index, service),
    ...readTypes(user, index, service),
  ];
  const free = readContents(dialogue).filter(notWithin(formed, user.heard.text.length));
  const wishes = ofNow([...formed, ...free], user.heard);
  const told = [
    ...ofNow(readJourney(dialogue), user.heard),
    ...wishes,
    ...ofNow(readLabelled(user, service), user.heard),
    ...readNear(dialogue, wishes.length > 0),
    ...readNames(dialogue),
  ];
  const asked = told.length > 0 ? undefined : askedSlot(reply, service);
  return { readings: asked === undefined ? told : readAnswer(user.heard, asked), wishes };
}

/** The top of a scale: who wants it can want no more. */
const TOPS: ReadonlySet<number> = new Set([5, 10, 100]);

/** A score that is wished for is the least that will do: “4分的” is “4分以上”. */
function atLeast(reading: Reading): Reading {
  const score = reading.slot.kind === 'score' ? quantityOf(reading.value) : undefined;
  const { low, high, ...kept } = score ?? {};
  if (low === undefined || low.value !== high?.value || low.unit !== '分' || TOPS.has(low.value)) return reading;
  return { ...reading, value: writeQuantity({ ...kept, low }) };
}

/** Things that no value with a form of its own is part of; one may open it (“3个滤芯”). */
function notWithin(formed: readonly Reading[], length: number): (reading: Reading) => boolean {
  const taken = new Uint8Array(length);
  for (const { start, end } of formed) taken.fill(1, start, end);
  const openings = new Set(formed.map(({ start }) => start));
  return ({ start, end }) => !taken.subarray(start, end).includes(1) || (openings.has(start) && taken[end - 1] === 0);
}

/** Without what a clause tells of the past or of others. */
function ofNow(readings: readonly Reading[], { text }: Heard): Reading[] {
  return readings.filter(({ start, end }) => {
    const from =
      text
        .slice(Math.max(0, start - CLAUSE), start)
        .split(CLAUSE_END)
        .at(-1) ?? '';
    const to = text.slice(end, end + CLAUSE).split(CLAUSE_END)[0] ?? '';
    const clause = `${from}${text.slice(start, end)}${to}`;
    return !PAST.test(clause) && !OTHERS.test(clause);
  });
}

/**
 * One change a slot: the first reading, by trust, unless the turn puts itself right between two (“200元，不对，300元”), when the one
 * that is said last holds. A value that is refused is none; the slot that holds it is emptied.
 */
export function saidChanges({ readings }: Said, { user, state }: Dialogue): SlotChange[] {
  const { text } = user.heard;
  const kept = new Map<string, Reading>();
  const refused = new Map<string, string>();
  for (const reading of readings.filter(isAllowed)) {
    const name = reading.slot.slot.name;
    if (REFUSED.test(text.slice(Math.max(0, reading.start - 8), reading.start))) {
      refused.set(name, reading.value);
      continue;
    }
    const other = kept.get(name);
    if (other === undefined) kept.set(name, reading);
    else if (reading.value !== other.value) {
      const [first, last] = reading.start < other.start ? [reading, other] : [other, reading];
      const between = last.start - first.end;
      if (between >= 0 && between <= CLAUSE && correctsItself(text.slice(first.end, last.start))) kept.set(name, last);
    }
  }
  const corrects = correctsItself(text);
  const dropped = [...refused].filter(([slot, value]) => !kept.has(slot) && state.get(slot) === value);
  return [
    ...[...kept].map(([slot, { value, because }]): SlotChange => {
      const differs = (state.get(slot) ?? value) !== value;
      return { slot, value, because: because ?? (corrects && differs ? 'corrected' : 'said') };
    }),
    ...dropped.map(([slot]): SlotChange => ({ slot, value: null, because: 'dropped' })),
  ];
}
