import { isCity } from '../anchors/places';
import type { DeclarationRule } from './declaration';
import { settingOf } from './settings';

/** Statements of how the user lives, and of what has changed in it: work, habits, roles, plans, standing wishes. */
const I = '(?:我|本人|俺|咱)';
const SINCE =
  '(?:上个?月|上周|上个?星期|去年|今年|前年|昨天|前天|今天|最近|前几天|前阵子|年初|年底|月初|月底|刚刚?|已经|现在|目前|后来|从?(?:这个?月|今天|现在)起|以后|就|都|也|又|早就)*';
const DONE = '(?:了|啦|的)?$';
const WHEN =
  '(?:(?:下下|下|这|本|每)?(?:周|星期|礼拜)[一二三四五六日天末]|今[天晚]|明[天早晚]|后天|大后天|每天|每月|\\d{1,2}月|\\d{1,2}[号日点:：]|[一二三四五六七八九十]{1,3}[月号点]|上午|下午|晚上|早上|中午|周末)';
const CLOCK = '[\\d一二两三四五六七八九十点半号日月上下午早晚中间分:：]{0,8}';
const MEETING =
  '(?:[\\p{Script=Han}A-Za-z]{0,8}?(?:会议|例会|周会|早会|晨会|班会|年会|会诊|面试|考试|航班|飞机|火车|高铁|聚会|聚餐|婚礼|活动|讲座|体检|约会|饭局|培训|课程|演出|比赛|手术|复查|预约|会面|答辩|开会|会|课))';
const MEASURE = '(?:一?(?:辆|部|台|个|只|款|杯|家|双|套)|了)?';
const OWN =
  '生日|血型|星座|属相|身高|体重|老家|籍贯|职业|爱好|学校|专业|年级|鞋码|尺码|微信号?|车牌号?|国籍|部门|昵称|网名';
const HABIT: Readonly<Record<string, string>> = { 喝: 'drink', 吃: 'food', 开: 'car' };
const TITLES =
  '[\\p{Script=Han}]{0,6}(?:教师|老师|医生|护士|律师|会计|司机|厨师|程序员|工程师|设计师|学生|研究生|大学生|博士生|销售|警察|军人|作家|画家|演员|歌手|记者|编辑|翻译|教授|公务员|老板|自由职业者?|产品经理|项目经理|经理|分析师|摄影师|总监|主管|店长|校长|咨询师|消防员|飞行员|快递员|外卖员|服务员|营业员|农民|工人|运动员|教练|法官|检察官|导游|模特|主播|药师|牙医|兽医|程序媛|架构师|顾问|研究员|科学家|心理咨询师)';

export const ZH_LIFE_DECLARATIONS: readonly DeclarationRule[] = [
  {
    pattern: new RegExp(
      `^${I}(?<attribute>${OWN})(?:现在|目前|应该)?(?:就?是|为|在|叫|:|：)?\\s*(?<value>[^，]{1,24}?)(?:的)?$`,
      'd',
    ),
    refuses: /^(?:很|太|不|没|快|到|都|也|要|能|可以|的|上|里|给|发|换|变|丢|坏)/,
  },
  {
    pattern: new RegExp(
      `^${I}?${SINCE}(?:转行?做|改行做|改做|当上|升(?:任|为|职?成)|晋升为|成为)了?(?:一?[名个位])?(?<value>${TITLES})${DONE}`,
      'du',
    ),
    key: 'occupation',
    corrects: true,
  },
  { pattern: new RegExp(`^${I}${SINCE}是(?<value>(?:AB|A|B|O|[Rr][Hh]阴性)型)血?(?:的)?$`, 'd'), key: 'blood_type' },
  {
    pattern: new RegExp(
      `^${I}?们?(?:要|想|打算|准备|一共)*(?:住|订|待)(?<value>[\\d一二两三四五六七八九十]{1,3}(?:晚上?|个晚上|夜))${DONE}`,
      'd',
    ),
    key: 'nights',
  },
  { pattern: new RegExp(`^${I}${SINCE}(?<value>单身|未婚|已婚|离异|丧偶|订婚)${DONE}`, 'd'), key: 'marital_status' },
  {
    pattern: new RegExp(`^${I}${SINCE}(?<value>结婚|离婚|订婚|脱单|分手)了$`, 'd'),
    key: 'marital_status',
    corrects: true,
  },
  {
    pattern: new RegExp(
      `^(?:${I}(?:平时|一般|通常|每天|天天|都|常|经常|习惯)*|${SINCE}${I}?${SINCE}改(?:成|为)?)(?<value>(?:坐|骑|乘|开|搭)[^，]{1,8}?|走路|步行|跑步)(?:去|来)?(?:上下班|上班|下班|上学|通勤)${DONE}`,
      'd',
    ),
    key: 'commute',
    corrects: true,
  },
  {
    pattern: new RegExp(
      `^${I}${SINCE}用的(?:手机|电脑|平板)?是(?:一?[部台个]|一?款)?(?<value>[^，]{0,12}[A-Za-z\\d][^，]{0,12}?)${DONE}`,
      'd',
    ),
    key: 'device',
  },
  {
    pattern: new RegExp(`^(?:${I}(?:还|也|又)*|(?:还|也)+)(?:会说|会讲|能说|会)(?<value>[^，]{2,6}?)${DONE}`, 'd'),
    keyOf: (_groups, value) => (settingOf(value) === 'language' ? 'spoken_language' : undefined),
  },
  {
    pattern: new RegExp(`^${I}${SINCE}在(?<value>[^，在过]{2,16}?)(?:工作|上班|任职)${DONE}`, 'd'),
    keyOf: (_groups, value) => (isCity(value.replace(/市$/, '')) ? 'work_location' : 'company'),
    refuses: /家$|公司里|外面|外地|哪|这|那/,
  },
  {
    pattern: new RegExp(
      `^${I}?${SINCE}(?:被)?(?:调到|调去|调往|跳槽到|跳槽去|跳到|转到|换到|派到|入职)了?(?<value>[^，]{2,16}?)(?:工作|上班|任职)?${DONE}`,
      'd',
    ),
    keyOf: (_groups, value) => (isCity(value.replace(/市$/, '')) ? 'work_location' : 'company'),
    corrects: true,
    refuses: /^(?:了|这|那|第|别|静音|下)|部$/,
  },
  {
    pattern: new RegExp(
      `^${I}(?:家)?${SINCE}(?:搬家?到|搬去|搬来|移居|定居|搬进)了?(?<value>[^，了]{2,20}?)(?:住|定居)?${DONE}`,
      'd',
    ),
    key: 'location',
    corrects: true,
    refuses: /酒店|宾馆|这|那|哪|什么|新家|新房/,
  },
  {
    pattern: new RegExp(
      `^(?:${I}(?:平时|一般|通常|每天|天天|常常?|经常|习惯|只|早上|都|一直|主要)+(?:都|会|只)?)(?<verb>[喝吃开])(?<value>[^，着过]{1,12}?)${DONE}`,
      'd',
    ),
    keyOf: ({ verb }) => HABIT[verb ?? ''],
    refuses: /什么|饭$|药|早|外卖$|[这那]|会$|车上|不|完/,
  },
  {
    pattern: new RegExp(`^${I}开(?:的是)?一?(?:辆|台|部)(?<value>[^，着过]{1,12}?)${DONE}`, 'd'),
    key: 'car',
    refuses: /[这那]/,
  },
  {
    pattern: new RegExp(
      `^(?:${SINCE}${I}?${SINCE}|${I})(?:只)?改(?<verb>[喝吃开])${MEASURE}(?<value>[^，]{1,12}?)${DONE}`,
      'd',
    ),
    keyOf: ({ verb }) => HABIT[verb ?? ''],
    corrects: true,
  },
  {
    pattern: new RegExp(`^${I}(?:现在|目前)(?:都|只|就)?(?<verb>[喝吃开])(?<value>[^，着过]{1,12}?)了?$`, 'd'),
    keyOf: ({ verb }) => HABIT[verb ?? ''],
    corrects: true,
    refuses: /什么|饭|药|车$|会$|[这那]/,
  },
  {
    pattern: new RegExp(`^${I}${SINCE}是(?:一?[名个位])?(?<value>${TITLES})${DONE}`, 'du'),
    key: 'occupation',
    refuses: /不是|[的这那]/,
  },
  {
    pattern: new RegExp(
      `^${I}${SINCE}(?:升级?(?:成|为|到)|成为|变成|是)了?(?:你们的?)?(?<value>[^，的不]{0,6}(?:会员|VIP用户|VIP))${DONE}`,
      'd',
    ),
    key: 'membership',
  },
  {
    pattern: new RegExp(`^${I}(?:一直|从小|现在)*(?<value>吃(?:全)?素|吃纯素|吃清真|只吃素)${DONE}`, 'd'),
    key: 'diet',
  },
  {
    pattern: new RegExp(`^${I}是(?:个|一个|一名)?(?<value>(?:严格)?(?:纯)?素食主义者|素食者)${DONE}`, 'd'),
    key: 'diet_style',
  },
  {
    pattern: new RegExp(
      `^(?:${I}(?:还|也|又|很|特别|非常|最|更|平时|一直|比较)*|(?:还|也|又)+)(?:喜欢|喜爱|爱好是|热爱|迷上了?)(?<value>[^，（(]{1,12}?)${DONE}`,
      'd',
    ),
    key: 'preference',
    refuses: /[这那它他她你]|什么|哪|[吗呢]$|^(?:了|的|上|过)/,
  },
  {
    pattern: new RegExp(`^(?:还|也|又|另外)+(?<value>(?:不吃|不喝|不能吃)[^，了过]{1,10}?)${DONE}`, 'd'),
    key: 'diet',
    refuses: /什么|饭$/,
  },
  {
    pattern: new RegExp(
      `^(?:我们?的?|咱们?的?|公司的?|部门的?|${WHEN}的?)*(?<thing>${MEETING})(?:的?时间)?(?:就?是|定在|定到|安排在|改到|改成|改在|改为|推迟到|延期到|提前到|挪到|调整到|在|换到)了?(?<value>${WHEN}[^，]{0,16})$`,
      'du',
    ),
    keyOf: ({ thing }) => `${thing}/time`,
    corrects: true,
  },
  {
    pattern: new RegExp(`^${I}?们?(?<value>${WHEN}${CLOCK})(?:去|出发|动身|启程)${DONE}`, 'd'),
    key: 'departure_date',
  },
  {
    pattern: new RegExp(`^${I}?们?(?<value>${WHEN}${CLOCK})(?:回来?|返程|返回)${DONE}`, 'd'),
    key: 'return_date',
  },
  {
    pattern: new RegExp(
      `^(?<attribute>去程|回程|返程|入住|退房|离店)(?:日期|时间)?(?:就?是|定在|安排在|为)?(?<value>${WHEN}[^，]{0,12})$`,
      'd',
    ),
  },
  { pattern: new RegExp(`^(?<value>${WHEN}[^，]{0,8}?)入住$`, 'd'), key: 'check_in' },
  { pattern: new RegExp(`^(?<value>${WHEN}[^，]{0,8}?)(?:退房|离店)$`, 'd'), key: 'check_out' },
  {
    pattern:
      /^(?:我的?)?(?<attribute>预算)(?:是|为|就|大概|大约|控制在|在|:|：)*\s*(?<value>[\d一二两三四五六七八九十百千万].{0,16})$/d,
  },
  {
    pattern: new RegExp(
      `^(?:给我|帮我|请)*(?:订|要|留)(?:一?[张个桌间])?(?<value>[\\d一二两三四五六七八九十]{1,3}(?:个?人|位))(?:的?(?:桌子?|位子?|座位?|包间|餐位))?${DONE}`,
      'd',
    ),
    key: 'party_size',
  },
  {
    pattern: new RegExp(
      `^(?:请|麻烦)?(?:以后)?每(?:天|周|月|个月|早|晚)[^，给发推送]{0,4}(?:给我|向我|帮我)?(?:发|推送|寄|推荐|送)?(?<value>[^，我]{2,12}?)${DONE}`,
      'd',
    ),
    key: 'subscription',
    accepts: /报|刊|推送|新闻|邮件|简讯|资讯|提醒|摘要|通讯|天气|月刊|周刊|晨读|快讯|汇总/,
  },
  {
    pattern: new RegExp(`^(?:我)?(?:订阅|订)了?(?<value>[^，我]{2,12}?)${DONE}`, 'd'),
    key: 'subscription',
    accepts: /报|刊|推送|新闻|邮件|简讯|资讯|提醒|摘要|通讯|月刊|周刊|快讯/,
  },
  {
    pattern:
      /^(?:请|麻烦|以后|一律|都|统一|就|还是|默认)*(?:用|使用|切换到|切换成|换成|改用|改成|改为|换回|改回|切回|用回|说|显示)(?<value>[^，]{2,8}?)(?:回答|回复|交流|显示|计价|单位|来|吧|了|我|沟通|和我说话)*$/d,
    keyOf: (_groups, value) => settingOf(value),
    corrects: true,
  },
  {
    pattern:
      /^(?:以后)?(?:我的)?(?:所有|全部)?(?:的)?(?:快递|包裹|东西|订单)(?:都|全部|一律|全)*(?:寄到|送到|发到|寄去|寄往)(?<value>[^，]{2,30})$/d,
    key: 'shipping_address',
  },
  {
    pattern: /^(?:我的)?(?<attribute>地址|住址|家庭地址)(?:是|为|:|：|改成|改为|换成)\s*(?<value>[^，]{3,40})$/d,
    known: true,
    opens: true,
  },
];
