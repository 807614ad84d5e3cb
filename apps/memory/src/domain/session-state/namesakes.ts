/**
 * Whether the person of a key (`张伟/phone`) is one of several of that name, so that memory must ask whom the user means. Names stand
 * under relations: `colleague/name`, `cousin/name/2`.
 */
export function isAmbiguous(key: string, ...known: readonly ReadonlyMap<string, string>[]): boolean {
  const [name, attribute] = key.split('/');
  if (name === undefined || attribute === undefined || /^\d+$/.test(attribute)) return false;
  const bearers = new Set(
    known.flatMap((facts) =>
      [...facts].flatMap(([of, value]) => (value === name && /\/name(?:\/\d+)?$/.test(of) ? [of] : [])),
    ),
  );
  return bearers.size > 1;
}
