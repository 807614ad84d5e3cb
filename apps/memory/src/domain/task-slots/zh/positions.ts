/** The place of the first element of a list, sorted by start, that begins at `at` or later; its length when there is none. */
export function firstFrom(list: readonly { readonly start: number }[], at: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.start ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
