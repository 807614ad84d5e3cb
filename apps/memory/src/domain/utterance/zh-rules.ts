import { CITIES_ZH } from '../anchors/cities';
import { PAYMENT_METHODS } from './attributes';
import type { DeclarationRule } from './declaration';

const I = '(?:我|本人|俺|咱)';
const END = '(?:吧|哦|喔|啊|呀|呢|哈|啦|了|的|就行|就好|即可|就可以)?$';

/** Statements about the user at the start of a clause; what stands before them, or after “如果” and “以前”, is read by none. */
export const ZH_DECLARATIONS: readonly DeclarationRule[] = [
  {
    pattern: new RegExp(
      `^(?:把|将)?${I}的?(?<attribute>[^的是为叫:：，]{1,12}?)(?:已经)?(?:改成|改为|换成|更新为|更新成|改到|变成|换为)了? ?(?<value>.+)$`,
      'd',
    ),
    corrects: true,
  },
  {
    pattern: new RegExp(
      `^(?:把|将)(?<attribute>[^的是为叫:：，我]{1,10}?)(?:改成|改为|换成|更新为|改到) ?(?<value>.+)$`,
      'd',
    ),
    corrects: true,
    known: true,
  },
  {
    pattern: new RegExp(`^(?<attribute>[^的是为叫:：，我把将]{1,8}?)(?:改成|改为|换成|改到) ?(?<value>.+)$`, 'd'),
    corrects: true,
    known: true,
  },
  {
    pattern: new RegExp(
      `^${I}的(?<attribute>[^的是为叫:：，]{1,12}?)(?:就?是|为|叫做?|设为|设成|:|：)\\s*(?<value>.+)$`,
      'd',
    ),
  },
  {
    pattern:
      /^(?:我(?:的|们)?)?(?:(?:这次|本次|这个|这轮|当前)(?:会话|对话|聊天)?的?)?(?<attribute>暗号)(?:就?是|为|叫|:|：)\s*(?<value>.+)$/d,
  },
  {
    pattern:
      /^(?:我?的?)?(?<attribute>邮箱|邮箱地址|电子邮箱|手机号|手机号码|手机|电话|联系电话|收货地址|订单号)(?:是|为|:|：)?\s*(?<value>.+)$/d,
    known: true,
  },
  {
    pattern: new RegExp(
      `^${I}(?:的名字)?(?:叫|名叫)(?<value>[\\p{Script=Han}·]{2,5}|[A-Za-z][A-Za-z .'-]{0,30})${END}`,
      'du',
    ),
    key: 'name',
    refuses: /^[了过车个一二两几的到]|外卖|快递|出租|滴滴|客服|人工|代驾|什么|啥/,
  },
  {
    pattern: new RegExp(
      `^(?:你|您)?(?:可以|就|以后|请)*(?:叫|称呼)我(?:为|做)?(?<value>[\\p{Script=Han}·]{1,5}?|[A-Za-z][A-Za-z .'-]{0,30}?)${END}`,
      'du',
    ),
    key: 'preferred_name',
    refuses: /^[了过怎去来起]|什么|啥/,
  },
  {
    pattern: new RegExp(
      `^${I}(?:现在|目前|一直|平时|家)?(?:是)?(?:住在|搬到了?|搬去了?|住的是|家住)(?<value>.{2,30})$`,
      'd',
    ),
    key: 'location',
    refuses: /酒店|宾馆|旅馆|民宿|这|那|哪|附近|旁边|周边|里面|几|什么|一(?:晚|天)|[两二三四五六七八九十\d]+(?:晚|天)/,
  },
  {
    pattern: new RegExp(
      `^${I}(?:现在|目前|一直|家)?住(?<value>[^在过了的]{2,20}(?:省|市|区|县|镇|乡|村|路|街|号|弄|小区|花园|大厦|栋|楼|湾|新区)|(?:${CITIES_ZH.join('|')})市?)$`,
      'd',
    ),
    key: 'location',
    refuses: /酒店|宾馆|几|什么|哪/,
  },
  {
    pattern: new RegExp(
      `^${I}?(?:一般|平时|通常|都|习惯|经常|最)*(?:常用|惯用|习惯用|用)(?:的是)?(?<value>[^，]{2,12}?)(?:付款|支付|付钱|结账|付)?${END}`,
      'd',
    ),
    key: 'payment_method',
    accepts: PAYMENT_METHODS,
  },
  {
    pattern: new RegExp(
      `^${I}(?:(?:平时|一般|通常|一直|最|更)(?:都)?(?:喜欢|爱|偏好)|偏好|偏爱|习惯)(?<value>[^，]{2,30}?)${END}`,
      'd',
    ),
    key: 'preference',
    refuses: /[这那它他她哪]|什么|[吗呢]$|^(?:了|用|的)/,
  },
  {
    pattern: new RegExp(
      `^${I}(?:从来|一直|一般)?(?<value>(?:不吃|不喝|不能吃|不能喝)[^，了过这那它他她完]{1,10}?)${END}`,
      'd',
    ),
    key: 'diet',
    refuses: /什么|早|午|晚|饭$|[吗呢]$/,
  },
  {
    pattern: new RegExp(`^${I}?对(?<value>[^，]{1,12}?)(?:也|都|严重)*过敏${END}`, 'd'),
    key: 'allergy',
    refuses: /什么|[他她它]|妈|爸|孩子|儿子|女儿/,
  },
  { pattern: new RegExp(`^${I}?今年(?<value>\\d{1,3}|[一二三四五六七八九十]{1,3})岁${END}`, 'd'), key: 'age' },
];

/** Only stresses what is said; stripped before a clause is read. */
export const ZH_FILLERS =
  /^(?:你好|您好|嗨|哈喽|哦|噢|喔|嗯+|呃|额|好的|好(?![像多久吃喝看听玩])|对了|那个|那么|另外|还有|顺便|其实|就是|说一下|先说一下|麻烦|请问|请|你|您|帮我|给我|给您说|跟你说|告诉你|提醒一下|注意)[ ，,:：]*/;
export const ZH_REMEMBER =
  /^(?:记住|记得|记下|记一下|记好|记录一下|记录|备注一下|备注|存一下|别忘了|不要忘了)(?:了|一下|啊|哦)?(?:这个|这点|这件事)?[ ：:]*/;
export const ZH_REMEMBER_TAIL =
  /[ ]*(?:请|麻烦)?(?:你|您)?(?:帮我)?(?:记住|记下|记一下|记好|记着|记下来|别忘了|不要忘了)(?:了|啊|哦|吧|一下|它)?$/;
