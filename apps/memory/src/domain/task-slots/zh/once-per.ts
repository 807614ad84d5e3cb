/** A pure function that computes once for each argument object, for as long as that is alive. */
export function oncePer<A extends object, R>(compute: (argument: A) => R): (argument: A) => R {
  const known = new WeakMap<A, { readonly result: R }>();
  return (argument) => {
    const kept = known.get(argument) ?? { result: compute(argument) };
    known.set(argument, kept);
    return kept.result;
  };
}
