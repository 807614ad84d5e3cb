import { anchorAt, type AnchorRule } from '../anchor-rule';
import { findTimes } from './find-times';

/** The days and periods that a text names, with a time of day where one is said; neither lengths nor times of an unnamed day. */
export const dates: AnchorRule = (text, { nowMs, timeZone }) =>
  findTimes(text, { nowMs, timeZone })
    .filter(({ kind, dayGiven }) => kind !== 'span' && dayGiven)
    .map(({ start, end, named = { start, end }, value }) => anchorAt('date', text, named.start, named.end, value));
