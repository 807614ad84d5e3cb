import { anchorAt, type AnchorRule, matchesOf } from './anchor-rule';

const EMAIL =
  /(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24}(?![A-Za-z0-9@])/g;
const PHONE =
  /(?<![\dA-Za-z-])(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?![\dA-Za-z-])|(?<![\dA-Za-z-])\+\d{1,3}[- ]?\d{2,4}(?:[- ]?\d{2,4}){2,3}(?![\dA-Za-z-])|(?<![\dA-Za-z-])0\d{2,3}-\d{7,8}(?![\dA-Za-z-])/g;

export const emails: AnchorRule = (text) =>
  [...matchesOf(text, EMAIL)].map((match) =>
    anchorAt('email', text, match.index, match.index + match[0].length, match[0].toLowerCase()),
  );

export const phones: AnchorRule = (text) =>
  [...matchesOf(text, PHONE)].map((match) =>
    anchorAt('phone', text, match.index, match.index + match[0].length, match[0].replace(/[- ]/g, '')),
  );
