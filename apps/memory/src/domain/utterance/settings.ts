import type { AttributeKey } from '@plinth/contracts';

/** How the user wants things shown. What is chosen tells which setting it is: “use Celsius”, “切换到深色模式”. Data: add a row. */
const SETTINGS: readonly { readonly key: AttributeKey; readonly values: RegExp }[] = [
  { key: 'temperature_unit', values: /^(?:degrees )?(?:celsius|fahrenheit|kelvin)$|^(?:摄氏|华氏|开氏)度?$/i },
  {
    key: 'measurement_system',
    values:
      /^(?:the )?(?:metric|imperial)(?: (?:system|units))?$|^(?:kilomet(?:er|re)s|miles|kilograms|kilos|pounds)$|^(?:公制|英制|公里|英里|公斤|磅)(?:单位)?$/i,
  },
  {
    key: 'currency',
    values:
      /^(?:us dollars?|dollars?|usd|euros?|eur|pounds sterling|gbp|yuan|rmb|cny|yen|jpy)$|^(?:人民币|美元|欧元|英镑|日元|港币)$/i,
  },
  {
    key: 'language',
    values:
      /^(?:simplified |traditional )?(?:chinese|english|mandarin|cantonese|french|german|spanish|japanese|korean|russian|italian|portuguese|arabic|hindi)$|^(?:简体|繁体)?(?:中文|汉语|普通话|英文|英语|粤语|日语|日文|法语|法文|德语|德文|韩语|韩文|俄语|俄文|西班牙语)$/i,
  },
  {
    key: 'theme',
    values: /^(?:the )?(?:dark|light|night) (?:mode|theme)$|^(?:深色|浅色|暗色|夜间|日间|黑暗)(?:模式|主题)?$/i,
  },
  {
    key: 'clock_format',
    values: /^(?:the )?(?:12|24)[- ]hour(?: (?:clock|format|time))?$|^(?:12|24|十二|二十四)小时制$/i,
  },
];

export const settingOf = (value: string): AttributeKey | undefined =>
  SETTINGS.find(({ values }) => values.test(value.trim()))?.key;
