import type { MemoryItem } from '@plinth/contracts';
import type { KeptContact } from '../anchors/people/contact';
import { surnameOf, TITLES_ZH } from '../anchors/people/name-tables';
import type { RecallPolicy } from './recall-policy';

/** What a contact is asked for, and how people call it. Data: to know another detail, add a row. */
const DETAILS: readonly (readonly [detail: 'email' | 'phone' | 'title' | 'company', words: RegExp])[] = [
  ['email', /邮箱|邮件地址|电邮|e-?mail|mail address/i],
  ['phone', /电话|手机|号码|联系方式|怎么联系|phone|mobile|cell|contact number/i],
  ['title', /职位|职务|头衔|岗位|做什么工作|job title|position|\btitle\b/i],
  ['company', /公司|单位|在哪(?:里|儿)?(?:上班|工作)|company|employer|work for|work at/i],
];
/** Weights of what a question may name a person by (M9). */
const WEIGHTS = { name: 10, email: 7, title: 5 };
/** UTF-16 units of a question that are read. */
const MAX_QUESTION = 300;
/** Of a full score: what names a person if no other is as near, and what may. */
const SURE = 0.8;
const LIKELY = 0.5;
/** What custom calls somebody: enough if it is one alone, less than a name that the user has given. */
const BY_CUSTOM = 0.8;
/** By family name and form of address: near enough to what custom says of another that both are asked about. */
const BY_FAMILY = 0.7;
/** In characters. */
const MAX_TITLE = 3;

interface Answer {
  readonly items: readonly MemoryItem[];
  readonly answer?: {
    readonly key: string;
    readonly value: string;
    readonly item_id: string;
    readonly layer: 'profile';
    /** The contact whose it is. */
    readonly of: string;
  };
  readonly ambiguous?: readonly { readonly id: string; readonly name: string }[];
}

/** Whether a text asks for what a contact may tell: without it no contact need be known. */
export const asksForContact = (text: string): boolean => detailAsked(text) !== undefined;

const detailAsked = (text: string) => DETAILS.find(([, words]) => words.test(text.slice(0, MAX_QUESTION)))?.[0];

/**
 * A detail of a contact whom the question names, by weighted fuzzy match of name, e-mail address and title. Undefined when the question asks
 * for no detail or names nobody; without an answer but with `ambiguous` when several fit as well, or one only nearly: asked, not guessed.
 */
export function contactAsked(text: string, contacts: readonly KeptContact[], policy: RecallPolicy): Answer | undefined {
  const asked = text.slice(0, MAX_QUESTION).normalize('NFKC').toLowerCase();
  const detail = detailAsked(asked);
  if (detail === undefined || contacts.length === 0) return undefined;
  const scored = contacts
    .map((contact) => ({ contact, score: matchContact(asked, contact) }))
    .filter(({ score }) => score >= LIKELY)
    .toSorted((a, b) => b.score - a.score || (a.contact.id < b.contact.id ? -1 : 1));
  const [best] = scored;
  if (!best) return undefined;
  const alike = scored.filter(({ score }) => best.score - score < policy.nearEqual);
  if (alike.length > 1 || best.score < SURE)
    return { items: [], ambiguous: alike.slice(0, 5).map(({ contact: { id, name } }) => ({ id, name })) };
  const value = best.contact[detail];
  if (value === undefined) return undefined;
  const { id, name } = best.contact;
  const item: MemoryItem = {
    id,
    kind: 'fact',
    layer: 'profile',
    key: `contact.${detail}`,
    content: `${name}: ${value}`,
    source_type: 'user',
    score: policy.layers.profile * best.score,
  };
  return { items: [item], answer: { key: item.key ?? detail, value, item_id: id, layer: 'profile', of: name } };
}

/** 0…1: the best of what the text may name the contact by, each by its weight. */
export function matchContact(text: string, { name, aliases, derived = [], email, title }: KeptContact): number {
  const names = [name, ...aliases].map((each) => nameIn(text, each.normalize('NFKC').toLowerCase().trim()));
  const custom = derived.some((each) => isCalledIn(text, each.toLowerCase()));
  const wholeByCustom = custom && hasWord(text, familyOf(name));
  const mailbox = email?.toLowerCase().split('@')[0] ?? '';
  const byEmail = email !== undefined && (text.includes(email.toLowerCase()) || hasWord(text, mailbox)) ? 1 : 0;
  const byTitle = title !== undefined && title.length > 1 && text.includes(title.toLowerCase()) ? 1 : 0;
  const byCustom = wholeByCustom ? 1 : custom ? BY_CUSTOM : 0;
  return Math.max(
    ...names,
    byCustom,
    (byEmail * WEIGHTS.email) / WEIGHTS.name,
    (byTitle * WEIGHTS.title) / WEIGHTS.name,
  );
}

const isCalledIn = (text: string, nickname: string): boolean =>
  /^\p{Script=Han}+$/u.test(nickname) ? text.includes(nickname) : hasWord(text, nickname);

/** Of an English name of several words: “Bob Smith” is Robert Smith beyond doubt. */
const familyOf = (name: string): string => /^\p{Script=Latin}.*\s(\S+)$/u.exec(name)?.[1]?.toLowerCase() ?? '';

function nameIn(text: string, name: string): number {
  if (name.length < 2) return 0;
  return /^\p{Script=Han}+$/u.test(name) ? hanNameIn(text, name) : latinNameIn(text, name);
}

/** Whole 1; by surname and form of address 0.7; one character off 0.6. */
function hanNameIn(text: string, name: string): number {
  if (text.includes(name)) return 1;
  const chars = [...name];
  const surname = surnameOf(name) ?? chars[0] ?? '';
  const at = text.indexOf(surname);
  const around = at < 0 ? '' : text.slice(Math.max(0, at - 1), at + surname.length + MAX_TITLE);
  if (new RegExp(`[小老大阿]${surname}|${surname}(?:${TITLES_ZH})`, 'u').test(around)) return BY_FAMILY;
  const letters = [...text];
  for (let at = 0; at + chars.length <= letters.length; at++) {
    const there = letters.slice(at, at + 2).join('');
    if (!there.startsWith(surname) || (surnameOf(there) ?? surname) !== surname) continue;
    const off = chars.filter((char, i) => letters[at + i] !== char).length;
    const different = letters.slice(at, at + chars.length);
    if (
      off === 1 &&
      different.every((letter) => /\p{Script=Han}/u.test(letter)) &&
      !/[的是和跟给]/.test(different.join(''))
    )
      return 0.6;
  }
  return 0;
}

/** Whole 1, first or last name 0.9 (others of that name are as near), a slip of the pen 0.6. */
function latinNameIn(text: string, name: string): number {
  if (hasWord(text, name)) return 1;
  const parts = name.split(/[\s.-]+/).filter((part) => part.length > 2);
  if (parts.some((part) => hasWord(text, part))) return 0.9;
  const words = text.match(/\p{L}{4,30}/gu) ?? [];
  return parts.some((part) => part.length > 3 && words.some((word) => oneOff(word, part))) ? 0.6 : 0;
}

function hasWord(text: string, word: string): boolean {
  if (word.length < 2) return false;
  const at = text.indexOf(word);
  return (
    at >= 0 &&
    !/[\p{L}\p{N}]/u.test((text[at - 1] ?? ' ') + (text[at + word.length] ?? ' ').replace(/\p{Script=Han}/u, ' '))
  );
}

/** One letter more, less or other. */
function oneOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a[0] !== b[0]) return false;
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return Math.max(a.length, b.length) - head - tail === 1;
}
