/** Made-up memories and questions, the same for the same numbers: half Chinese, half English, 60 to 200 characters. */

type Random = () => number;

/** Mulberry32: small, deterministic. */
function seeded(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const words = (text: string): readonly string[] => text.split(' ');
const phrases = (text: string): readonly string[] => text.split('、');

const ZH = {
  people: words('王芳 李强 张伟 刘洋 陈静 杨帆 赵磊 黄敏 周杰 吴婷 徐鹏 孙丽 马超 朱琳 胡军 郭靖'),
  cities: words('北京 上海 杭州 成都 西安 广州 深圳 南京 武汉 重庆 苏州 青岛 厦门 昆明 长沙 天津'),
  places: words('咖啡馆 图书馆 火车站 酒店 医院 健身房 博物馆 超市 公园 机场 书店 餐厅 会议室 实验室 工地 码头'),
  deeds: phrases(
    '讨论了装修预算、退了一张机票、预订了生日蛋糕、检查了消防设备、签了租房合同、修好了旧相机、学做红烧肉、看了一场话剧、报名参加马拉松、整理了家庭照片、打了流感疫苗、挑选了婚礼场地、比较了三款笔记本电脑、练习了钢琴曲、谈了下季度的采购计划、领养了一只橘猫',
  ),
  views: phrases(
    '觉得价格偏高但服务很好、担心工期会拖到下个月、希望靠窗而且安静一些、不吃辣也不喝冰的、打算先付三成定金、说下次要带孩子一起来、要求发票抬头写公司全称、认为颜色太深需要换一款、已经约好周末再确认、想换成早上九点以后的班次',
  ),
};

const EN = {
  people: words('Alice Brian Chloe Daniel Emma Frank Grace Henry Irene Jack Karen Leo Maria Nathan Olivia Peter'),
  cities: words(
    'London Paris Berlin Madrid Oslo Dublin Vienna Lisbon Boston Denver Austin Seattle Toronto Sydney Osaka Seoul',
  ),
  places: words(
    'cafe library station hotel clinic gym museum market park airport bookshop restaurant office workshop harbour theatre',
  ),
  deeds: phrases(
    'agreed on a budget for the kitchen、cancelled a flight to the conference、ordered a birthday cake、inspected the fire alarms、signed the rental contract、repaired an old camera、learned to bake sourdough bread、watched a comedy、registered for a marathon、sorted the family photographs、got vaccinated against the flu、chose a venue for the wedding、compared three laptops、practised a piano sonata、planned the purchases of the next quarter、adopted a ginger cat',
  ),
  views: phrases(
    'the price seemed high but the service was good、the work may slip into next month、a quiet seat at the window would be best、nothing spicy and no ice please、a deposit of thirty percent will be paid first、the children should come along next time、the invoice must name the company in full、the colour was too dark and will be exchanged、we will confirm again at the weekend、a departure after nine in the morning is preferred',
  ),
};

const pick = (random: Random, list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';

const language = (n: number) => (n % 2 === 0 ? ZH : EN);

/** The `n`th memory of a user; no two of a user are the same. */
export function madeMemory(user: number, n: number): string {
  const random = seeded(user * 100_003 + n);
  const { people, cities, places, deeds, views } = language(n);
  const [who, where, place, deed, view] = [people, cities, places, deeds, views].map((list) => pick(random, list));
  const order = 100_000 + ((user * 7_919 + n * 104_729) % 900_000);
  return n % 2 === 0
    ? `和${who}在${where}的${place}${deed}，${who}${view}，${pick(random, views)}；单号 ${order}，第 ${n + 1} 次记录。`
    : `With ${who} at the ${place} in ${where} we ${deed}: ${view}, and ${pick(random, views)}. Reference ${order}, note ${n + 1}.`;
}

/** A question for what such a memory holds, and not for an attribute. */
export function madeQuestion(n: number): string {
  const random = seeded(n + 77_000_001);
  const { people, cities, places, deeds } = language(n);
  const [who, where, place, deed] = [people, cities, places, deeds].map((list) => pick(random, list));
  return n % 2 === 0
    ? `上次和${who}在${where}${place}${deed}时说了些什么？`
    : `What did ${who} and I settle when we ${deed} at the ${place} in ${where}?`;
}

/** What a user says in a session. */
export function madeUtterance(n: number): string {
  const random = seeded(n + 99_000_001);
  const { people, cities, places, deeds } = language(n);
  const [who, where, place, deed] = [people, cities, places, deeds].map((list) => pick(random, list));
  return n % 2 === 0
    ? `帮我看看和${who}在${where}${place}${deed}的事，下周三之前要定下来。`
    : `Please help me with ${who}: we ${deed} at the ${place} in ${where}, and I need it by next Wednesday.`;
}
