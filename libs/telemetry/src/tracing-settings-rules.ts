/** What a value of a variable has to be: in words, and as a check that reads the value as the SDK does. */
export interface Rule {
  readonly words: string;
  readonly holds: (value: string) => boolean;
}

/** A timer of Node.js that waits for longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]+$/;

export const oneOf = (...values: readonly string[]): Rule => ({
  words: `supported are ${values.join(', ')}`,
  holds: (value) => values.includes(value),
});

export const boolean: Rule = { words: 'true or false', holds: (value) => /^(true|false)$/i.test(value) };

export const ratio: Rule = {
  words: 'a number from 0 to 1',
  holds: (value) => Number(value) >= 0 && Number(value) <= 1,
};

export const positiveInteger: Rule = {
  words: `a whole number from 1 to ${LONGEST_TIMER_MS}`,
  holds: (value) => /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= LONGEST_TIMER_MS,
};

export const httpUrl: Rule = {
  words: 'a URL that begins with http:// or https://',
  holds: (value) => /^https?:\/\/\S+$/i.test(value) && URL.canParse(value),
};

/** Metadata behind a semicolon is not supported: the SDK would cut it off. */
export const headerList: Rule = {
  words: 'name=value pairs of HTTP headers, percent-encoded and separated by commas',
  holds: (value) => {
    const headers = pairsIn(value, /^[^=;]+=[^;]+$/);
    return headers?.every(([name, content]) => HEADER_NAME.test(name) && HEADER_VALUE.test(content)) ?? false;
  },
};

export const attributeList: Rule = {
  words: 'key=value pairs, percent-encoded and separated by commas',
  holds: (value) => attributesIn(value) !== undefined,
};

/** Undefined for a list that breaks the rule. */
export const attributesIn = (list: string) => pairsIn(list, /^[^=]+=[^=]*$/);

function pairsIn(list: string, form: RegExp): readonly (readonly [string, string])[] | undefined {
  const pairs = list
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '');
  if (!pairs.every((pair) => form.test(pair))) return undefined;
  try {
    return pairs.map((pair) => {
      const [key = '', ...value] = pair.split('=');
      return [decodeURIComponent(key.trim()), decodeURIComponent(value.join('=').trim())];
    });
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
