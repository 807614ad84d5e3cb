import type { SpeechAct } from '../utterance/speech-act';

/**
 * The facts that an expiry ends: those under the keys it names; else those whose value it names, in its own words or in part (“素” of
 * “吃素”). What it names and nobody knows ends nothing.
 */
export function expiredKeys(act: SpeechAct & { readonly act: 'expire' }, facts: ReadonlyMap<string, string>): string[] {
  const { keys, value, among } = act;
  const named = [...facts.keys()].filter((key) => keys.includes(baseOf(key)));
  if (named.length > 0) return named;
  if (value === undefined) return [];
  const inReach = [...facts].filter(([key]) => among === undefined || among.includes(baseOf(key)));
  return inReach.filter(([, held]) => speaksOf(value, held)).map(([key]) => key);
}

const baseOf = (key: string): string => key.replace(/\/\d+$/, '');

function speaksOf(said: string, held: string): boolean {
  const [a, b] = [said.toLowerCase().trim(), held.toLowerCase().trim()];
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (/\p{Script=Han}/u.test(short)) return long.includes(short) && short.length * 4 >= long.length;
  return short.length > 2 && ` ${long.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${short} `);
}
