/** Orders semantic versions without pre-releases: negative when `a` is older. */
export function compareVersions(a: string, b: string): number {
  const right = b.split('.').map(Number);
  return a.split('.').reduce((order, part, at) => order || Number(part) - (right[at] ?? 0), 0);
}
