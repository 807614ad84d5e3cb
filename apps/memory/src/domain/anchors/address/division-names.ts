const PEOPLES =
  '回|藏|苗|彝|壮|布依|朝鲜|满|侗|瑶|白|土家|哈尼|傣|黎|傈僳|佤|畲|拉祜|水|东乡|纳西|景颇|土|达斡尔|仫佬|羌|布朗|撒拉|毛南|仡佬|阿昌|普米|怒|德昂|保安|裕固|独龙|各';
/** These names drop their 族 now and then. */
const LONG_PEOPLES = '蒙古|维吾尔|哈萨克|柯尔克孜|锡伯|塔吉克|鄂温克|鄂伦春';
const AUTONOMOUS = new RegExp(`(?:(?:${PEOPLES})族|(?:${LONG_PEOPLES})族?){1,4}自治[州县旗]$`);
const KINDS = /(?:省|特别行政区|自治区|地区|市|盟|州|新区|城区|特区|林区|区|县|左旗|右旗|旗)$/;

/** The name without what it is: 广西壮族自治区 → 广西, 恩施土家族苗族自治州 → 恩施; empty where nothing of two characters is left. */
export function shortName(name: string): string {
  const own = /自治[州县旗]$/.test(name)
    ? name.replace(AUTONOMOUS, '')
    : name.replace(/(?:壮族|回族|维吾尔)(?=自治区$)/, '').replace(KINDS, '');
  return own.length < 2 || own === name ? '' : own;
}

/** Other forms in which a division is written in full: 恩施州, 柳州地区, and 新津县 for 新津区. */
export function otherForms(name: string, level: 'province' | 'city' | 'county'): string[] {
  const short = shortName(name);
  if (short === '') return [];
  if (level === 'province') return [`${short}省`];
  if (level === 'city') return [`${short}地区`, ...(name.endsWith('自治州') ? [`${short}州`] : [`${short}市`])];
  return [`${short}县`, `${short}区`, `${short}市`].filter((form) => form !== name);
}
