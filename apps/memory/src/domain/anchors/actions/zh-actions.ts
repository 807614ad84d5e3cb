import type { Anchor } from '@plinth/contracts';
import { matchesOf } from '../anchor-rule';
import type { Action } from './action';
import { ACTION_FORMS, DOCUMENT_ZH, FORMAT, FORMAT_ZH, LANGUAGE_ZH } from './action-forms';

const BY_FORM = new Map(
  ACTION_FORMS.flatMap(({ action, zh, spoken = '', needs }) =>
    `${zh} ${spoken}`
      .trim()
      .split(' ')
      .map((form) => [form, { action, needs }] as const),
  ),
);
const FORMS = [...BY_FORM.keys()].sort((a, b) => b.length - a.length).join('|');
const TO_FORMAT = new RegExp(`^(?:一?[个份张])?(?<into>${FORMAT}|${FORMAT_ZH})`, 'i');
const TO_LANGUAGE = new RegExp(`^(?<into>${LANGUAGE_ZH})`);
/** 给王姐发一份, 给张伟打个电话, 跟李工说一声: the verb stands after whom it reaches. */
const SEND_LATE = '发(?=一份|份|个|一下|封|条|过去|邮件|短信|消息|微信|信息)|打(?=个电话|电话|一?通电话)';
const VERB = new RegExp(`(?<form>${FORMS})|(?<late>${SEND_LATE})`, 'g');
const THING = new RegExp(`^[^，。,.!！?？；;\\s]{0,12}?${DOCUMENT_ZH}`, 'i');
const CREATE_LED = /(?:^|[，。,.!！?？；;\s]|[给帮替为][我你他她咱]们?|再|来|去|先|就|然后|并|能不能|可以|请)$/;
const NEGATED =
  /(?:别|不要|不用|不必|勿|甭|莫要?|唔好|没让你|先不)(?:再|急着|先)?(?:(?:把|将)[^，。,.!！?？；;]{1,20}|给[^，。]{1,6})?$/;
const DONE = /(?:已经?|刚刚?|早就)[^，。,.!！?？；;]{0,8}$/;
const MOVED =
  /(?:把|将|帮我把|拿)(?<object>(?:[^，。,.!！?？；;\n把将]|\.(?=\w)){1,30}?)(?:都|全|全部|再|先|直接|一起|马上|尽快|给[^，。,.!！?？；;\n]{1,8})?$/;
const AFTER = new RegExp(
  `^(?:一下|下|一遍|出来|了)?(?<object>(?:[一两三几这那][份张个篇封些条])?(?:[^，。,.!！?？；;、\\n]|\\.(?=\\w)){1,30})`,
);
/** What follows a verb ends before these: the next verb is another action's. */
const OBJECT_END = /(?:给|并|然后|再|后|之后|吧|吗|呢|了|的话|就|出来|以便)/;
const TO_WHOM = /(?:给|跟|向|同|和|为|帮|通知|找)$/;
const EMPTY = /^(?:一下|下|我|你|他|她|它|们|一声|过去|出来)*$/;

interface Found {
  readonly action: string;
  readonly start: number;
  readonly end: number;
}

/** The actions of a Chinese text. Objects and recipients are told by 把, 给 and their places; a chain hands its object on. */
export function zhActions(text: string, anchors: readonly Anchor[]): Action[] {
  const found = verbsIn(text, anchors);
  let handedOn: string | undefined;
  return found.map(({ action, start, end }, i) => {
    const from = found[i - 1]?.end ?? 0;
    const to = found[i + 1]?.start ?? text.length;
    const before = text.slice(Math.max(from, start - 40), start);
    const after = text.slice(end, Math.min(to, end + 40));
    const ahead = text.slice(end, end + 16);
    const into =
      action === 'convert' ? TO_FORMAT.exec(ahead) : action === 'translate' ? TO_LANGUAGE.exec(ahead) : undefined;
    const recipient = recipientOf(anchors, { from, start, end, to }, text);
    const object = named(anchors, objectOf(action, before, after, recipient?.text)) ?? handedOn;
    const reached = recipient?.value ?? roleOf(text.slice(start, end), after);
    handedOn = object ?? handedOn;
    return {
      action,
      text: text.slice(start, end),
      start,
      end,
      status: NEGATED.test(before) ? 'negated' : DONE.test(before) ? 'done' : 'asked',
      ...(object === undefined ? {} : { object }),
      ...(into?.groups?.['into'] === undefined ? {} : { into: into.groups['into'] }),
      ...(reached === undefined ? {} : { recipient: reached }),
    };
  });
}

function verbsIn(text: string, anchors: readonly Anchor[]): Found[] {
  return [...matchesOf(text, VERB)].flatMap((match): Found[] => {
    const start = match.index;
    const end = start + match[0].length;
    if (anchors.some((anchor) => anchor.start < end && anchor.end > start)) return [];
    const form = BY_FORM.get(match.groups?.['form'] ?? '');
    if (!form) return [{ action: match[0] === '打' ? 'call' : 'send', start, end }];
    const after = text.slice(end, end + 24);
    if (form.needs === 'format' && !TO_FORMAT.test(after)) return [];
    const whole = match[0].startsWith('整个') && !CREATE_LED.test(text.slice(Math.max(0, start - 4), start));
    if (form.needs === 'thing' && (whole || !THING.test(after))) return [];
    return [{ action: form.action, start, end }];
  });
}

interface Span {
  readonly from: number;
  readonly start: number;
  readonly end: number;
  readonly to: number;
}

function recipientOf(anchors: readonly Anchor[], { from, start, end, to }: Span, text: string): Anchor | undefined {
  const reached = anchors.filter(({ kind }) => kind === 'person' || kind === 'email');
  const clauseEnd = end + text.slice(end, to).search(/[，。,.!！?？；;\n]|$/);
  return (
    reached.find((anchor) => anchor.start >= end && anchor.end <= clauseEnd) ??
    reached.findLast(
      (anchor) =>
        anchor.start >= from &&
        anchor.end <= start &&
        TO_WHOM.test(text.slice(from, anchor.start)) &&
        start - anchor.end <= 6,
    )
  );
}

/** 发给老板, 通知家长: whom it reaches is a role. */
const ROLE =
  /^(?<role>老板|领导|家长们?|学生们?|客户|同事们?|大家|所有人|全体\p{Script=Han}{1,4}|财务|法务|人事|行政|采购|物业|前台|客服|仓库|总部|维修部|维修工|班主任|校长|经理|主任|主管|供应商|我|\p{Script=Han}{1,4}(?:部|组|群|班|处|科|科室|团队|老师们?))(?![\p{Script=Han}]{0,1}的)/u;

function roleOf(form: string, after: string): string | undefined {
  if (form.endsWith('我')) return '我';
  return /给$|^(?:通知|告诉|提醒|抄送|转告|联系|知会)$/.test(form) ? ROLE.exec(after)?.groups?.['role'] : undefined;
}

/** A file inside the object's words stands for them. */
function named(anchors: readonly Anchor[], object: string | undefined): string | undefined {
  if (object === undefined) return undefined;
  const file = anchors.find(({ kind, text }) => kind === 'file' && /[.]\w{2,4}$/.test(text) && object.includes(text));
  return file?.value ?? object.replace(/[《》「」“”]/g, '');
}

const REACHING = new Set(['send', 'notify', 'remind', 'call', 'ask', 'assign']);

function objectOf(action: string, before: string, after: string, recipient: string | undefined): string | undefined {
  const moved = MOVED.exec(before)?.groups?.['object']?.replace(/^(?:这|那)[份张个篇些]/, '');
  if (moved !== undefined && !EMPTY.test(moved)) return moved;
  if (action === 'convert' || (action === 'translate' && TO_LANGUAGE.test(after))) return undefined;
  const said = AFTER.exec(after)?.groups?.['object'] ?? '';
  const rest =
    REACHING.has(action) && recipient !== undefined
      ? said.slice(Math.max(0, said.indexOf(recipient)) + recipient.length)
      : said;
  const object = rest.split(OBJECT_END)[0]?.replace(/^(?:[一这那][份张个篇封]|那个|这个|我的?)/, '') ?? '';
  if (EMPTY.test(object) || (REACHING.has(action) && !new RegExp(`${DOCUMENT_ZH}$|\\.\\w{2,4}$`, 'i').test(object)))
    return undefined;
  return object;
}
