import { DAY_MS, type Local, localAt, midnightOf } from './local-time';

/** In the order of the year, from the sun's longitude 285° (小寒, about 6 January) in steps of 15°. */
export const SOLAR_TERMS = [
  '小寒',
  '大寒',
  '立春',
  '雨水',
  '惊蛰',
  '春分',
  '清明',
  '谷雨',
  '立夏',
  '小满',
  '芒种',
  '夏至',
  '小暑',
  '大暑',
  '立秋',
  '处暑',
  '白露',
  '秋分',
  '寒露',
  '霜降',
  '立冬',
  '小雪',
  '大雪',
  '冬至',
] as const;

export type SolarTerm = (typeof SOLAR_TERMS)[number];

const J2000: Local = localAt(2000, 1, 1) + DAY_MS / 2;
const CHINA_MS = 8 * 3_600_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The day of a solar term by China's time. Good to a quarter of an hour, hence to the day but for terms that fall on midnight. */
export function solarTerm(year: number, term: SolarTerm): Local {
  const index = SOLAR_TERMS.indexOf(term);
  const wanted = (285 + 15 * index) % 360;
  let at = localAt(year, 1, 6) + index * 15.22 * DAY_MS;
  for (let i = 0; i < 4; i++) {
    const off = ((wanted - sunLongitude(at) + 540) % 360) - 180;
    at += (off * 365.2422 * DAY_MS) / 360;
  }
  return midnightOf(at + CHINA_MS);
}

/** Apparent longitude of the sun in degrees (J. Meeus, Astronomical Algorithms, chapter 25, low accuracy). */
function sunLongitude(utc: number): number {
  const t = (utc - J2000) / (36_525 * DAY_MS);
  const mean = 280.46646 + 36_000.76983 * t;
  const anomaly = radians(357.52911 + 35_999.05029 * t);
  const centre = 1.914602 * Math.sin(anomaly) + 0.019993 * Math.sin(2 * anomaly) + 0.000289 * Math.sin(3 * anomaly);
  const node = radians(125.04 - 1_934.136 * t);
  const longitude = mean + centre - 0.00569 - 0.00478 * Math.sin(node);
  return ((longitude % 360) + 360) % 360;
}
