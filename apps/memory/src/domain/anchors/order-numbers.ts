import { anchorAt, type AnchorRule, matchesOf } from './anchor-rule';

const NAMED =
  /(?:订单编号|订单号码?|订单|运单号?|快递单号|物流单号|单号|\border(?: ?(?:number|no\.?|num|id|#))?)[ :：#是为is]{0,4}(?<value>[A-Za-z0-9][A-Za-z0-9_-]{2,31})(?![A-Za-z0-9@])/dgi;
/** One to six letters and at least four digits, or a hyphen between them: ORD-1001, A10023, SO-2024-0007. */
const CODE =
  /(?<![A-Za-z0-9_@.京津沪渝冀晋辽吉黑苏浙皖闽赣鲁豫鄂湘粤琼川贵云陕甘青蒙桂宁新藏-])(?<value>[A-Za-z]{1,6}(?:[-_]\d{3,12}(?:[-_]\d{1,12}){0,3}|\d{4,20}(?:[-_]\d{1,12}){0,2}))(?![A-Za-z0-9_@-])/dg;
const HASH = /#(?<value>\d{4,20})(?![\dA-Za-z])/dg;
const FOLLOWED = /(?<![\dA-Za-z.-])(?<value>\d{6,20})(?= ?(?:号|这个|的|这笔|那个|那笔){0,2}(?:订单|单子))/dg;

/** Order numbers, upper-cased. A bare run of digits counts only beside a word that says what it is. */
export const orderNumbers: AnchorRule = (text) => {
  const found = [NAMED, CODE, HASH, FOLLOWED].flatMap((pattern) =>
    [...matchesOf(text, pattern)].flatMap((match) => {
      const span = match.indices?.groups?.['value'];
      const value = match.groups?.['value'];
      if (!span || !value || !/\d/.test(value)) return [];
      return [anchorAt('order_number', text, span[0], span[1], value.toUpperCase())];
    }),
  );
  return found;
};
