import type { AttributeKey } from '@plinth/contracts';

/** What people call an attribute, and how memory names it. Data: to widen the vocabulary, add a row. */
export interface Attribute {
  /** The key of the glossary (ATTRIBUTE_LABELS), which has its label; free attributes are named by the user's own noun. */
  readonly key: string;
  readonly words: readonly string[];
  readonly kind: 'facts' | 'state';
  /** May become a profile fact once confirmed; secrets and what belongs to one task stay in the session. */
  readonly durable: boolean;
  readonly accepts?: RegExp;
  readonly many?: boolean;
}

const EMAIL = /^[A-Za-z0-9][A-Za-z0-9._%+-]*@[A-Za-z0-9.-]+\.[A-Za-z]{2,24}$/;
const PHONE = /^\+?\d[\d -]{5,18}\d$/;
const free = (noun: string): Attribute => ({ key: noun, words: [noun], kind: 'facts', durable: true });
const fact = (key: AttributeKey, words: string, more: Partial<Attribute> = {}): Attribute => ({
  ...free(key),
  words: words.split('|'),
  ...more,
});
const task = (key: AttributeKey, words: string, more: Partial<Attribute> = {}): Attribute => ({
  ...fact(key, words, more),
  kind: 'state',
  durable: false,
});

export const ATTRIBUTES: readonly Attribute[] = [
  fact('name', '名字|姓名|全名|真名|大名|name|full name|first name'),
  fact('preferred_name', '昵称|称呼|小名|nickname|preferred name'),
  fact(
    'email',
    '邮箱|邮箱地址|电子邮箱|电子邮件|邮件地址|email|e-mail|mail|email address|e-mail address|mail address',
    { accepts: EMAIL },
  ),
  fact(
    'phone',
    '手机|手机号|手机号码|电话|电话号码|联系电话|联系方式|号码|phone|phone number|mobile|mobile number|cell|cell number|telephone|telephone number|number',
    { accepts: PHONE },
  ),
  fact(
    'location',
    '住址|家|家庭地址|地址|居住地|所在地|所在城市|城市|常住地|address|home address|home|location|city|hometown',
  ),
  fact('shipping_address', '收货地址|收件地址|寄送地址|配送地址|shipping address|delivery address'),
  fact('birthday', '生日|出生日期|birthday|birth date|date of birth'),
  fact('age', '年龄|年纪|岁数|age'),
  fact(
    'payment_method',
    '支付方式|付款方式|常用支付方式|支付习惯|payment method|preferred payment method|way of paying',
  ),
  fact('occupation', '职业|工作|岗位|occupation|job|profession'),
  fact('company', '公司|单位|company|employer'),
  fact('preference', '偏好|喜好|preference', { many: true }),
  fact('diet', '忌口|饮食禁忌|diet|dietary restriction', { many: true }),
  fact('allergy', '过敏|过敏源|过敏原|allergy|allergies', { many: true }),
  fact('暗号', '暗号|秘密暗号'),
  fact('code word', 'code word|codeword|code-word'),
  fact('password', '密码|口令|登录密码|支付密码|password|passcode|pin|pin code', { durable: false }),
  fact('verification_code', '验证码|校验码|动态码|verification code|one-time code|otp|security code|cvv', {
    durable: false,
  }),
  fact('time', '时间|time'),
  fact('membership', '会员等级|会员|membership'),
  fact('work_location', '工作地|工作地点|工作城市|place of work|work location'),
  fact('drink', '常喝的饮品|饮品|usual drink'),
  fact('food', '喜欢的食物|food'),
  fact('car', '座驾|车|车型|car'),
  fact('commute', '通勤方式|commute'),
  fact('subscription', '订阅|subscription', { many: true }),
  fact('diet_style', '饮食习惯|way of eating'),
  fact('blood_type', '血型|blood type'),
  fact('device', '设备|device'),
  fact('marital_status', '婚姻状况|marital status'),
  fact('spoken_language', '会说的语言|spoken language', { many: true }),
  fact('language', '语言|language'),
  fact('temperature_unit', '温度单位|temperature unit|temperature units'),
  fact('measurement_system', '度量单位|measurement system'),
  fact('currency', '币种|货币|currency'),
  fact('theme', '界面主题|主题|theme'),
  fact('clock_format', '时制|clock format'),
  task('order_number', '订单号|订单|单号|订单编号|订单号码|order number|order id|order no|order|order no.'),
  task('amount', '金额|退款金额|数额|amount'),
  task('budget', '预算|budget'),
  task('city', '目的地|目的城市|destination'),
  task('origin', '出发地|起点|origin|departure city'),
  task('date', '日期|date'),
  task('nights', '晚数|入住晚数|nights|number of nights'),
  task('party_size', '人数|party size|guests'),
  task('departure_date', '去程|出发日期|出发时间|departure|departure date|outbound'),
  task('return_date', '回程|返程|返程日期|返回日期|return|return date|return flight'),
  task('check_in', '入住|入住日期|入住时间|check-in|checkin|check in'),
  task('check_out', '退房|离店|退房日期|退房时间|check-out|checkout|check out'),
];

const byWord: ReadonlyMap<string, Attribute> = new Map(
  ATTRIBUTES.flatMap((attribute) => attribute.words.map((word) => [word, attribute] as const)),
);
const byKey: ReadonlyMap<string, Attribute> = new Map(ATTRIBUTES.map((attribute) => [attribute.key, attribute]));

/** Another person: what is said about them is nothing about the user. */
const OTHERS =
  /^(?:老?(?:妈|爸|公|婆)|妈妈|爸爸|父亲|母亲|父母|妻子|丈夫|先生|太太|女儿|儿子|孩子|宝宝|爷爷|奶奶|外公|外婆|姥姥|姥爷|哥|姐|弟|妹|表[哥姐弟妹]|堂[哥姐弟妹]|叔|姨|舅|姑|伯|同事|朋友|老师|同学|室友|领导|老板|上司|经理|客户(?!编?号)|邻居|亲戚|亲人|家人|男友|女友|男朋友|女朋友|对象|爱人|团队|(?:mom|mum|mother|dad|father|wife|husband|son|daughter|kids?|child|brother|sister|uncle|aunt|cousin|friend|boss|manager|colleague|coworker|roommate|neighbou?r|girlfriend|boyfriend|partner|parents?|grand\w+|teacher|client|customer)(?:'s)?(?![a-z])(?! (?:id|number)))/i;
/** Whether a clause speaks of another person: “我同事张伟…”, “my boss…”, “他…”. */
export const isAboutOther = (clause: string): boolean =>
  /^(?:他|她|他们|她们|对方|人家|he |she |they |his |her |their )/i.test(clause) ||
  OTHERS.test(clause.replace(/^(?:我们?的?|my |our )/i, ''));

/** What was, may be, or is no attribute but a turn of phrase. */
const NO_ATTRIBUTE =
  /旧|以前|之前|原来|过去|曾经|前任|可能|也许|大概|好像|应该|不|没|意思|想法|问题|建议|要求|需求|目的$|计划|打算|感觉|看法|理解|首选|第一|选择|情况|重点|前提|条件|标准|希望|疑问|观点|态度|原因|理由|意见|错$|天$|妈呀|\b(?:old|former|previous|ex|last|first|next|only|main|question|point|problem|issue|plan|idea|guess|concern|understanding|opinion|view|hope|reason|bad|mistake|fault|goal|turn|favou?rite part|suggestion|request|thought|preference for)\b|'s /i;

/** The attribute that a noun names; undefined when it names another person, the past, or nothing that has a value. */
export function attributeNamed(noun: string): Attribute | undefined {
  const word = noun
    .trim()
    .toLowerCase()
    .replace(/^(?:new|current|own|secret|新|现在|目前|当前|最新|这次|本次)的? ?/, '')
    .replace(/ (?:for|in) (?:this|the|our) [a-z]+$/, '')
    .replace(/(?:现在|目前|当前|就|也|都|还|只|其实|now|also)$/, '')
    .trim();
  if (word === '' || OTHERS.test(word) || NO_ATTRIBUTE.test(word)) return undefined;
  return byWord.get(word) ?? free(word);
}

export const byWordOf = (word: string): Attribute | undefined => byWord.get(word);

/**
 * The key under which memory keeps what a sender calls by any of its words, so that one attribute has one value: `生日`, `Birthday` and
 * “date of birth” are `birthday`, `mother/生日` is `mother/birthday`. Every other name stays as it is, trimmed; so does one whose value the
 * attribute does not take.
 */
export function canonicalKey(named: string, value: string): string {
  const parts = named.normalize('NFKC').trim().split('/');
  const last = parts.length - 1;
  return parts
    .map((part, i) => {
      const name = part.trim();
      const word = name.toLowerCase();
      const attribute = i === last ? (byKey.get(word) ?? byWord.get(word)) : undefined;
      return attribute?.kind === 'facts' && attribute.accepts?.test(value) !== false ? attribute.key : name;
    })
    .join('/');
}

export const attributeOfKey = (key: string): Attribute | undefined => byKey.get(key.replace(/\/\d+$/, ''));

/** Where an attribute is unknown, the one that serves as well. */
export const STANDS_IN: ReadonlyMap<string, readonly string[]> = new Map([
  ['name', ['preferred_name']],
  ['preferred_name', ['name']],
  ['shipping_address', ['location']],
  ['city', ['location']],
  ['location', ['city']],
]);

export const PAYMENT_METHODS =
  /^(?:支付宝|微信|微信支付|花呗|银行卡|信用卡|储蓄卡|借记卡|现金|云闪付|京东支付|京东白条|白条|数字人民币|apple ?pay|paypal|alipay|wechat(?: pay)?|google pay|credit card|debit card|my credit card|cash|visa|mastercard|amex|bank transfer|invoice|klarna)$/i;
