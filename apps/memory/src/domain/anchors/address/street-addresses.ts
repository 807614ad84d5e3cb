import { anchorAt, type AnchorRule, matchesOf } from '../anchor-rule';
import { detailEnd } from './address-detail';

/** A road with the number of a house, without a division: 人民路88号3单元. What a name of a road may not begin with ends before it. */
const ROAD_ZH =
  /(?<road>(?:(?![的了在去到往送寄是住给和与把从过经沿址点线停靠达抵离距])[\p{Script=Han}]){1,8}?(?:路|大道|大街|街|巷|弄|胡同))\d{1,5}(?:号|弄)/dgu;
const STREET =
  '(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard|Blvd|Parkway|Pkwy|Way|Court|Ct|Place|Pl|Square|Sq|Terrace|Highway|Hwy)';
const EN = new RegExp(
  String.raw`(?<![\w-])\d{1,5}[A-Za-z]? (?:(?:N|S|E|W|North|South|East|West)\.? )?(?:[A-Z0-9][A-Za-z0-9'’.]{0,20} ){1,4}${STREET}\b\.?(?:,? (?:Apt|Apartment|Suite|Unit|Flat|Floor|Room)\.? ?#?[A-Za-z0-9-]{1,6})?(?:, (?:[A-Z][a-z.'’][A-Za-z.'’]{0,19} ?){1,3}){0,3}(?:,? ?(?:[A-Z]{2} \d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}))?(?![\w-])`,
  'g',
);

/** Addresses by road and house alone, without a division. */
export const zhStreetAddresses: AnchorRule = (text) =>
  [...matchesOf(text, ROAD_ZH)].map((match) => {
    const start = match.index;
    const end = Math.max(start + match[0].length, detailEnd(text, start, { strongOnly: true, openEnd: false }));
    const detail = text.slice(start, end);
    return {
      ...anchorAt('address', text, start, end, detail),
      address: { province: null, city: null, county: null, detail },
    };
  });

/** Addresses by house and street, with flat, city, state and code where they follow. */
export const enStreetAddresses: AnchorRule = (text) =>
  [...matchesOf(text, EN)].map((match) => {
    const written = match[0].trimEnd().replace(/[.,]$/, '');
    return anchorAt('address', text, match.index, match.index + written.length, written);
  });
