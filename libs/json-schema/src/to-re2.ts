/** Code points that `\s` of ECMA-262 stands for: its white space and its line terminators. */
const SPACES: readonly (readonly [number, number])[] = [
  ...([
    [0x09, 0x0d],
    [0x20, 0x20],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
  ] as const),
  ...([
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ] as const),
];
const LAST = 0x10ffff;
const hex = (code: number): string => `\\x{${code.toString(16)}}`;
const ranges = (list: readonly (readonly [number, number])[]): string =>
  list.map(([from, to]) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`)).join('');
const SPACE = ranges(SPACES);
const NO_SPACE = ranges(
  [...SPACES, [LAST + 1, LAST + 1] as const].map(
    ([from], nth) => [nth === 0 ? 0 : (SPACES[nth - 1]?.[1] ?? 0) + 1, from - 1] as const,
  ),
);
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };
/** Long names of general categories that authors write; RE2 knows the short ones and the scripts. */
const CATEGORIES: Readonly<Record<string, string>> = {
  ...{ Letter: 'L', Lowercase_Letter: 'Ll', Uppercase_Letter: 'Lu', Titlecase_Letter: 'Lt', Modifier_Letter: 'Lm' },
  ...{ Other_Letter: 'Lo', Mark: 'M', Nonspacing_Mark: 'Mn', Spacing_Mark: 'Mc', Enclosing_Mark: 'Me', Number: 'N' },
  ...{ Decimal_Number: 'Nd', digit: 'Nd', Letter_Number: 'Nl', Other_Number: 'No', Punctuation: 'P', punct: 'P' },
  ...{ Connector_Punctuation: 'Pc', Dash_Punctuation: 'Pd', Open_Punctuation: 'Ps', Close_Punctuation: 'Pe' },
  ...{ Initial_Punctuation: 'Pi', Final_Punctuation: 'Pf', Other_Punctuation: 'Po', Symbol: 'S', Math_Symbol: 'Sm' },
  ...{ Currency_Symbol: 'Sc', Modifier_Symbol: 'Sk', Other_Symbol: 'So', Separator: 'Z', Space_Separator: 'Zs' },
  ...{ Line_Separator: 'Zl', Paragraph_Separator: 'Zp', Other: 'C', Control: 'Cc', cntrl: 'Cc', Format: 'Cf' },
};

/**
 * The same pattern in the syntax of RE2. Throws for what has no like there, or no one meaning in ECMA-262
 * (an escaped letter that is no escape).
 */
export function toRe2(source: string): string {
  let translated = '';
  let rest = source;
  let inClass = false;
  while (rest !== '') {
    const [piece, length, opens]: Part = inClass ? classPart(rest) : part(rest);
    translated += piece;
    rest = rest.slice(length);
    if (opens !== undefined) inClass = opens;
  }
  if (inClass) throw new Error('has a class that does not end');
  return translated;
}

/** What stands first, translated; how long it was; whether a class begins or ends with it. */
type Part = readonly [piece: string, length: number, opens?: boolean];

function part(rest: string): Part {
  if (rest.startsWith('[^]')) return ['(?s:.)', 3];
  if (rest.startsWith('[]')) return [`[^${hex(0)}-${hex(LAST)}]`, 2];
  if (rest.startsWith('[^')) return ['[^', 2, true];
  if (rest.startsWith('[')) return ['[', 1, true];
  if (rest.startsWith('.')) return [String.raw`[^\n\r\x{2028}\x{2029}]`, 1];
  if (/^\(\?(?:[=!]|<[=!])/.test(rest)) throw new Error('looks around, which takes more than linear time');
  if (rest.startsWith('(?<')) return ['(?P<', 3];
  if (rest.startsWith('(?') && !rest.startsWith('(?:')) throw new Error('has a group that is none of ECMA-262');
  if (rest.startsWith('\\')) return escaped(rest, false);
  return [rest.charAt(0), 1];
}

function classPart(rest: string): Part {
  if (rest.startsWith(']')) return [']', 1, false];
  if (rest.startsWith('[')) return ['\\[', 1];
  if (rest.startsWith('\\')) return escaped(rest, true);
  return [rest.charAt(0), 1];
}

function escaped(rest: string, inClass: boolean): Part {
  const letter = rest.charAt(1);
  const property = /^\\([pP])\{([^}]{1,60})\}/.exec(rest);
  if (property) return [`\\${property[1]}{${propertyName(property[2] ?? '')}}`, property[0].length];
  const pair = /^\\u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})/.exec(rest);
  if (pair)
    return [hex((parseInt(pair[1] ?? '', 16) - 0xd800) * 0x400 + parseInt(pair[2] ?? '', 16) - 0xdc00 + 0x10000), 12];
  const code = /^\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2}))/.exec(rest);
  if (code) return [hex(parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16)), code[0].length];
  const control = /^\\c([A-Za-z])/.exec(rest);
  if (control) return [hex((control[1] ?? '').charCodeAt(0) % 32), 3];
  if (letter === 's') return [inClass ? SPACE : `[${SPACE}]`, 2];
  if (letter === 'S') return [inClass ? NO_SPACE : `[^${SPACE}]`, 2];
  if ('dDwW'.includes(letter) && letter !== '') return [`\\${letter}`, 2];
  if (letter === 'b' || letter === 'B') return boundary(letter, inClass);
  const known = /^\\0\d/.test(rest) ? undefined : CONTROLS[letter];
  if (known !== undefined) return [hex(known), 2];
  if (/\d/.test(letter) || letter === 'k') throw new Error('refers back to a group, which takes more than linear time');
  if (letter === '' || /[a-zA-Z]/.test(letter)) throw new Error(`has \\${letter}, which is no escape of ECMA-262`);
  const character = String.fromCodePoint(rest.codePointAt(1) ?? 0);
  return [hex(character.codePointAt(0) ?? 0), 1 + character.length];
}

function boundary(letter: 'b' | 'B', inClass: boolean): Part {
  if (!inClass) return [`\\${letter}`, 2];
  if (letter === 'b') return [hex(8), 2];
  throw new Error('has \\B inside of a class');
}

function propertyName(written: string): string {
  const [key, value] = written.split('=');
  if (value === undefined) return CATEGORIES[written] ?? written;
  if (['Script', 'sc'].includes(key ?? '')) return value;
  if (['General_Category', 'gc'].includes(key ?? '')) return CATEGORIES[value] ?? value;
  throw new Error(`has the property ${written}, which is not known here`);
}
