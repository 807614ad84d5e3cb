import { isCity } from '../anchors/places';
import { declarationIn, type DeclarationRule } from './declaration';
import type { SpeechAct } from './speech-act';

/** That something of the user's has changed, and the clause after it that says to what: “我搬家了，现在住在…”. Data: add a row. */
interface ChangeRule {
  /** The first clause in full; it names no value. */
  readonly changed: RegExp;
  readonly to: Omit<DeclarationRule, 'corrects'>;
}

const I_ZH = '(?:我们?|我家|咱们?|本人)?';
const SINCE_ZH =
  '(?:上个?月|上周|上个?星期|去年|今年|前年|昨天|前天|今天|最近|前几天|前阵子|年初|月初|刚刚?|才|已经|现在|后来|又|也|都)*';
const NOW_ZH = '(?:我们?|我家)?的?(?:现在|目前|如今|以后)?(?:都|就|已经)?';
const I_EN = "(?:i|we)(?:'ve| have)?(?: (?:just|now|recently|finally|also))*";
const AGO_EN = '(?: (?:recently|again|yesterday|(?:last|this) (?:week|month|year|summer|winter|spring|fall|autumn)))?';
const AND_EN = '(?:and |so |but )?';

const MOVED_ZH = new RegExp(
  `^${I_ZH}${SINCE_ZH}(?:搬家|搬了?新?家|搬新家|搬走|搬了?|换了?(?:一?[个套])?(?:新?房子|新?住处|新?住址|新?地址|地方住))(?:了|啦)?$`,
);
const NEW_JOB_ZH = new RegExp(
  `^${I_ZH}${SINCE_ZH}(?:换了?(?:一?[份个家])?(?:新?工作|新?单位|新?公司|东家)|跳槽|转行|入职新公司|找到新工作)(?:了|啦)?$`,
);
const NEW_NUMBER_ZH = new RegExp(
  `^${I_ZH}的?${SINCE_ZH}(?:(?:手机号?码?|电话号?码?|号码?)(?:换|改|变)|换了?一?个?新?(?:手机号码?|手机|电话号码?|电话|号码?)|换号)(?:了|啦)?$`,
);
const NEW_EMAIL_ZH = new RegExp(`^${I_ZH}的?${SINCE_ZH}(?:邮箱(?:换|改|变)|换了?一?个?新?邮箱)(?:了|啦)?$`);
const NEW_NAME_ZH = new RegExp(`^${I_ZH}${SINCE_ZH}(?:改名字?|改了?名字?|换了?名字?|名字(?:改|换))(?:了|啦)?$`);
const MOVED_EN = new RegExp(
  `^${I_EN} (?:moved(?: house| houses| home| out| away| places| flats)?|changed (?:my |our )?address|relocated)${AGO_EN}$`,
  'i',
);
const NEW_JOB_EN = new RegExp(
  `^${I_EN} (?:(?:changed|switched) (?:jobs?|compan(?:y|ies)|employers?|my job)|(?:got|have|found|started|took) a new (?:job|position|role)|got a new job)${AGO_EN}$`,
  'i',
);
const NEW_NUMBER_EN = new RegExp(
  `^${I_EN} (?:(?:changed|switched) (?:my )?|got a new |have a new )(?:(?:phone|mobile|cell|telephone) )?(?:number|phone)s?${AGO_EN}$`,
  'i',
);
const NEW_EMAIL_EN = new RegExp(
  `^${I_EN} (?:(?:changed|switched) (?:my )?|got a new |have a new )(?:e-?mail)(?: address)?${AGO_EN}$`,
  'i',
);
const NEW_NAME_EN = new RegExp(`^${I_EN}(?: legally)? changed my (?:last |first |sur)?name${AGO_EN}$`, 'i');
const IT_IS_EN =
  "(?:it(?:'s| is)|(?:my|the) new (?:one|number|phone|email|e-mail|address)(?: now)? is|now it(?:'s| is))(?: now)?";

const NO_PLACE = /酒店|宾馆|旅馆|民宿|这|那|哪|什么|附近|旁边|路上|外面|^家/;

const CHANGES: readonly ChangeRule[] = [
  {
    changed: MOVED_ZH,
    to: {
      pattern: new RegExp(
        `^${NOW_ZH}(?:新家|新地址|新住址|住址|地址)?(?:住在|住到|住|搬到了?|搬去了?|搬来了?|搬进了?|是|在)(?<value>[^，]{2,30})$`,
        'd',
      ),
      key: 'location',
      refuses: NO_PLACE,
    },
  },
  {
    changed: NEW_JOB_ZH,
    to: {
      pattern: new RegExp(
        `^${NOW_ZH}(?:在|去了|到了|加入了?|入职了?|进了|是在)(?<value>[^，]{2,20}?)(?:工作|上班|任职|就职|做事)?(?:了|啦)?$`,
        'd',
      ),
      keyOf: (_groups, value) => (isCity(value.replace(/市$/, '')) ? 'work_location' : 'company'),
      refuses: /家$|家里|找|休息|适应|学|等|忙|试用|培训|这|那|哪|什么|外面|路上/,
    },
  },
  {
    changed: NEW_JOB_ZH,
    to: {
      pattern: new RegExp(`^${NOW_ZH}(?:是|做|当)了?(?:一?[名个位])?(?<value>[\\p{Script=Han}]{2,10})$`, 'du'),
      key: 'occupation',
      accepts: /(?:[师员生理监士]|司机|厨师|律师|会计|顾问|主管|教练|记者|编辑|翻译|老板|自由职业者?)$/,
    },
  },
  {
    changed: NEW_NUMBER_ZH,
    to: {
      pattern: new RegExp(
        `^${NOW_ZH}的?新?的?(?:手机号?码?|电话号?码?|号码?)?(?:现在|目前)?(?:用|打)?的?(?:就?是|为|换成了?|改成了?|:)?\\s*(?<value>\\+?[\\d -]{7,20})$`,
        'd',
      ),
      key: 'phone',
    },
  },
  {
    changed: NEW_EMAIL_ZH,
    to: {
      pattern: new RegExp(
        `^${NOW_ZH}的?新?的?(?:邮箱(?:地址)?)?(?:现在|目前)?(?:用的?)?(?:就?是|为|换成了?|改成了?|:)?\\s*(?<value>[^\\s，@]{1,64}@[^\\s，@]{3,80})$`,
        'd',
      ),
      key: 'email',
    },
  },
  {
    changed: NEW_NAME_ZH,
    to: {
      pattern: new RegExp(
        `^${NOW_ZH}(?:新名字)?(?:叫做?|名叫|是)(?<value>[\\p{Script=Han}·]{2,6}?|[A-Za-z][A-Za-z .'-]{0,30})(?:了|啦)?$`,
        'du',
      ),
      key: 'name',
      refuses: /什么|啥|哪|[这那他她它]/,
    },
  },
  {
    changed: MOVED_EN,
    to: {
      pattern: new RegExp(
        `^${AND_EN}(?:now )?(?:(?:i|we)(?:'m|'re| am| are)?(?: now| currently)*(?: (?:live|living|reside|staying|based))? (?:in|at|on)|my new (?:address|home|place) is(?: (?:in|at))?|it(?:'s| is) (?:in|at)) (?<value>[A-Z0-9].{1,60}?)(?: now| these days)?$`,
        'di',
      ),
      key: 'location',
      refuses: /^(?:an?|the|this|that|my|love|hotel|between)\b/i,
    },
  },
  {
    changed: NEW_JOB_EN,
    to: {
      pattern: new RegExp(
        `^${AND_EN}(?:now )?i(?:'m| am)?(?: now| currently)*(?: (?:work|working|employed|started))? (?:at|for|with|by) (?<value>[A-Z].{1,40}?)(?: now| these days)?$`,
        'di',
      ),
      key: 'company',
      refuses: /^(?:an?|the|this|that|my|home|peace|it|now|them|him|her|myself)\b/i,
    },
  },
  {
    changed: NEW_NUMBER_EN,
    to: { pattern: new RegExp(`^${AND_EN}${IT_IS_EN} (?<value>\\+?[\\d() -]{7,20}?)(?: now)?$`, 'di'), key: 'phone' },
  },
  {
    changed: NEW_EMAIL_EN,
    to: {
      pattern: new RegExp(`^${AND_EN}${IT_IS_EN} (?<value>[^\\s,@]{1,64}@[^\\s,@]{3,80})(?: now)?$`, 'di'),
      key: 'email',
    },
  },
  {
    changed: NEW_NAME_EN,
    to: {
      pattern: new RegExp(
        `^${AND_EN}(?:now )?(?:i(?:'m| am)(?: now)?(?: called| named)?|(?:my )?(?:new )?(?:last |first |sur)?name is(?: now)?|it(?:'s| is)(?: now)?|i(?: now)? go by) (?<value>[A-Z][A-Za-z .'-]{0,30}?)(?: now)?$`,
        'di',
      ),
      key: 'name',
      refuses: /^(?:not|so|very|happy|glad|still|done|a|the)\b/i,
    },
  },
];

/** What two clauses together say to have changed; `original` is the second as it was spelled. */
export function changeIn(clause: string, next: string, original: string): (SpeechAct & { act: 'declare' }) | undefined {
  for (const { changed, to } of CHANGES) {
    if (!changed.test(clause)) continue;
    const declared = declarationIn(next, original, { ...to, corrects: true }, false);
    if (declared) return declared;
  }
  return undefined;
}
