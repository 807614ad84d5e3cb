/** Words that no address holds: what comes from here on is said about it. */
const STOP =
  /\d{7}|\d[年月]|\d日|周[一二三四五六日末]|星期|的|了|吗|呢|(?<![酒网茶水])吧|在|去|到|往|送|寄|取件|收货|收件|收到|发货|发往|发给|有(?![限色机])|怎么|怎样|如何|附近|天气|气温|请|是|电话|联系|手机(?!城|店|卖场)|邮编|快递(?![站点柜驿])|包裹|今天|明天|后天|昨天|前天|上午|下午|晚上|出差|旅游(?![区度局中集])|工作(?![室站])|上班|开会|居住|住在|和(?=[我你他])|跟|给|帮我|帮忙|谢谢|多少|哪|什么|能不能|可以|不[是在要能用]|就[是在]|需要|要[去找]|想[要去]|找|买/;
const RUN =
  /^[\p{Script=Han}A-Za-z0-9（）()\-－#·]{1,80}(?: \d{1,5}(?:[号栋幢弄楼室]|单元)[\p{Script=Han}A-Za-z0-9-]{0,40})?/u;
/** What a part of an address ends with; after the longest run of these nothing belongs to it any more. */
const STRONG =
  /^.*(?:镇|乡|街道|办事处|村|屯|庄|社区|小区|路|大道|大街|街|巷|弄|胡同|里弄|[号號](?:楼|院|门|店|铺|库|厂房)?|栋|幢|座|单元|室|层|楼|院|大厦|广场|花园|公寓|苑|府|园区|产业园|工业园|科技园|开发区|新村|大学|学院|中学|小学|学校|幼儿园|医院|机场|[东西南北]?站|公园|市场|商场|中心|公司|工厂|仓库|车间|基地|农场|林场|[)）]|(?:[号栋幢座室-]|单元)\d{1,5})/u;
const WEAK = /^.*(?:店|馆|厅|寺|庙|山|湖|河|岛|港|湾|桥|塔|坊|城|区|园|厂|场|所|局|坝|坪|坡|岭|口|门)/u;

/** How an address must go on to be one: any way after full names, by a road, a house or the like after a bare city. */
export interface DetailLimits {
  readonly strongOnly: boolean;
  /** Whether a last part without an ending of its own belongs to it when the clause ends there. */
  readonly openEnd: boolean;
}

const OPEN_END_LENGTH = 12;

/** Where the detail of an address that begins at `at` ends; `at` where there is none. Reads 80 characters at most. */
export function detailEnd(text: string, at: number, { strongOnly, openEnd }: DetailLimits): number {
  const run = RUN.exec(text.slice(at, at + 80))?.[0] ?? '';
  const stop = run.search(STOP);
  const cut = stop < 0 ? run : run.slice(0, stop);
  const strong = STRONG.exec(cut)?.[0].length ?? 0;
  const weak = strongOnly ? 0 : (WEAK.exec(cut)?.[0].length ?? 0);
  const closed = Math.max(strong, weak);
  const atEnd =
    stop < 0 && cut.length - closed <= OPEN_END_LENGTH && /^(?:$|[^\p{L}\p{N}])/u.test(text.slice(at + run.length));
  return at + (openEnd && atEnd ? cut.length : closed);
}
