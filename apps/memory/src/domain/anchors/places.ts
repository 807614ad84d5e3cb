import { anchorAt, type AnchorRule, matchesOf } from './anchor-rule';
import { CITIES_EN, CITIES_ZH } from './cities';

const ZH = CITIES_ZH.join('|');
const EN = CITIES_EN.map((city) => city.replace('’', "['’]?")).join('|');
const DAY = '今天|明天|后天|大后天|今晚|明晚|本周|这周|下周|周[一二三四五六日末]';

/** A city that a request is about: led by a verb of search or travel, or by a change of mind, and not the start of a longer name. */
const TASK_CITY_ZH = new RegExp(
  `(?:查一下|查查|查询|查|看看|看|飞往|飞到|飞|前往|去到|去|到|来|改成|改为|改到|换成|还是|是|去的是|订)(?:${DAY})?(?<city>${ZH})(?=市?(?:的|${DAY})?(?:天气|气温|机票|航班|高铁|火车票|动车|车票|酒店|旅游|出差|${DAY}|吧|了|好了|$|[ ，。,.!！?？；;…]))`,
  'dg',
);
const CITY_WEATHER_ZH = new RegExp(`(?<city>${ZH})市?(?:${DAY})?的?(?:天气|气温)`, 'dg');
const TASK_CITY_EN = new RegExp(
  String.raw`\b(?:weather|forecast|flights?|trains?|hotels?|trip|tickets?|it|change|switch|meant|actually|to)\b[^.!?;]{0,40}?\b(?<city>${EN})\b(?! (?:Hotel|Road|Street|University|Avenue))`,
  'dgi',
);

/** The cities of a task; a city inside the name of a hotel, a road or a school is none. */
export const places: AnchorRule = (text) =>
  [TASK_CITY_ZH, CITY_WEATHER_ZH, TASK_CITY_EN].flatMap((pattern) =>
    [...matchesOf(text, pattern)].flatMap((match) => {
      const span = match.indices?.groups?.['city'];
      return span ? [anchorAt('place', text, span[0], span[1], text.slice(...span))] : [];
    }),
  );

const WHOLE_CITY = new RegExp(`^(?:(?:${ZH})市?|(?:${EN}))$`, 'i');

export const isCity = (text: string): boolean => WHOLE_CITY.test(text);
