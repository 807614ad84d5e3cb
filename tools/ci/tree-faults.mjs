/** Written in pieces, so that this file passes its own check. */
const FOLDERS = ['work', 'root', 'farm'].join('|');
const HOSTS = ['registry', 'repo\\d*', 'proxy', 'files', 'index', 'deb', 'static', 'mirror'].join('|');

const RULES = [
  { what: 'an absolute machine path', pattern: new RegExp(`(?<![\\w.~*\\-/])/(?:${FOLDERS})/`) },
  { what: 'a registry host', pattern: new RegExp(`https?://(?:${HOSTS})[a-z0-9-]*\\.[a-z0-9.-]+`) },
  { what: 'a registry host', pattern: new RegExp(['registry', '(?:npmjs|yarnpkg|npmmirror)'].join('\\.')) },
];
const DOWNLOAD = /"resolved":\s*"https?:/;

/**
 * What is wrong with a tracked file, as `path:line: what` lines. A lock file is asked only for download addresses.
 * @param {string} path relative to the repository
 * @param {string} text
 * @returns {string[]}
 */
export function treeFaults(path, text) {
  const isLock = path.endsWith('package-lock.json');
  const rules = isLock
    ? [{ what: 'a download address; write the lock file again without it', pattern: DOWNLOAD }]
    : RULES;
  return text.split('\n').flatMap((line, index) => {
    const rule = rules.find(({ pattern }) => pattern.test(line));
    return rule ? [`${path}:${index + 1}: ${rule.what}: ${line.trim().slice(0, 120)}`] : [];
  });
}
