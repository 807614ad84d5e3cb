import { type Division, type DivisionName, type Level, namesAt } from './divisions';

/** What the names of divisions that follow one another say; null where the text leaves it open. */
export interface DivisionChain {
  readonly province: string | null;
  readonly city: string | null;
  readonly county: string | null;
  readonly end: number;
  /** How many names were read, and whether one of them says what it is. */
  readonly count: number;
  readonly full: boolean;
}

const RANK: Readonly<Record<Level, number>> = { province: 0, city: 1, county: 2 };

/** After a full name: what makes another word of its last character (上海市场, 河北区域, 海南省钱). */
const NOT_AFTER: Readonly<Record<string, RegExp>> = {
  市: /^(?:场|民|长(?![安沙春宁乐兴江城青丰阳])|委|面|值|集)/,
  区: /^(?:域|别|间|块|分|长|委)/,
  省: /^(?:钱|略|得|电|心|力|时|事|下|长|委)/,
  县: /^(?:长|委|级|志)/,
  州: /^(?:长|委)/,
};
/** After a short name: what makes a road, a school, a dish, … of it (北京东路, 南京大学, 上海话). */
const NOT_AFTER_SHORT =
  /^(?:[东西南北中]?[一二三四五六]?(?:路|街|大道|巷|弄|道)|大学|学院|中学|小学|大厦|大酒店|饭店|宾馆|酒店|广场|公园|银行|医院|机场|[东西南北]?站|火车站|话|菜|人|队|湾|山|湖|河|江|桥|寺|时间|烤鸭|市[场民长委面值集]|日报|晚报|卫视|花|剧|装)/;

/** The chain of divisions that begins at `at`, each below the one before, or undefined. */
export function readDivisions(text: string, at: number): DivisionChain | undefined {
  let held: readonly Division[] = [];
  let end = at;
  let count = 0;
  let full = false;
  for (;;) {
    const from = count > 0 && text[end] === ' ' ? end + 1 : end;
    const next = nextName(text, from, held);
    if (!next) break;
    held = next.divisions;
    end = from + next.name.text.length;
    count += 1;
    full ||= next.name.full;
    if (held.every(({ level }) => level === 'county')) break;
  }
  return count === 0 ? undefined : { ...common(held), end, count, full };
}

function nextName(
  text: string,
  at: number,
  held: readonly Division[],
): { name: DivisionName; divisions: readonly Division[] } | undefined {
  for (const name of namesAt(text, at)) {
    const after = text.slice(at + name.text.length, at + name.text.length + 4);
    const last = name.text.at(-1) ?? '';
    if (name.full ? NOT_AFTER[last]?.test(after) : NOT_AFTER_SHORT.test(after)) continue;
    const divisions = below(name, held);
    if (divisions.length > 0) return { name, divisions };
  }
  return undefined;
}

/** The divisions of a name that lie below those before it; the highest of them only. */
function below(name: DivisionName, held: readonly Division[]): readonly Division[] {
  if (held.length === 0) {
    // “城区” and “东区” are words of their own, and so are the short names of most counties.
    if (name.text.length === 2 && name.text.endsWith('区')) return [];
    const open = name.full ? name.divisions : name.divisions.filter(({ level }) => level !== 'county');
    return highest(open);
  }
  const rank = Math.max(...held.map(({ level }) => RANK[level]));
  const lower = name.divisions.filter(
    (division) => RANK[division.level] > rank && held.some(({ province }) => province === division.province),
  );
  const within = lower.filter((division) =>
    held.some((parent) => parent.level === 'province' || parent.city === division.city),
  );
  if (within.length > 0) return highest(within);
  // A county that lies in another city by now is believed when no other one of the province bears its name.
  return name.full && lower.length === 1 ? lower : [];
}

function highest(divisions: readonly Division[]): readonly Division[] {
  const rank = Math.min(...divisions.map(({ level }) => RANK[level]));
  return divisions.filter(({ level }) => RANK[level] === rank);
}

function common(divisions: readonly Division[]): Pick<DivisionChain, Level> {
  const only = (values: readonly (string | null)[]): string | null => {
    const [first = null] = values;
    return values.every((value) => value === first) ? first : null;
  };
  return {
    province: only(divisions.map(({ province }) => province)),
    city: only(divisions.map(({ city }) => city)),
    county: only(divisions.map(({ level, name }) => (level === 'county' ? name : null))),
  };
}
