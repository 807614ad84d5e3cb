import { canonicalJson } from '@plinth/kernel';
import type { DocumentHeader, StoredVersion } from './stored-document';

/**
 * `unchanged`: the version stands as sent. `store`: its clauses are written, those of the version before it deprecated. `restore`: the
 * same content is filed anew, because it had been superseded or something about it changed. `taken`: the version has other content.
 */
export type ImportDecision = 'unchanged' | 'store' | 'restore' | 'taken';

/** What an import does to the versions that are stored; pure. The same import decided twice is `unchanged` the second time. */
export function decideImport(stored: readonly StoredVersion[], sent: DocumentHeader): ImportDecision {
  const same = stored.find(({ version }) => version === sent.version);
  if (same === undefined) return 'store';
  if (same.contentHash !== sent.contentHash) return 'taken';
  return same.status === 'active' && sameHeader(same, sent) ? 'unchanged' : 'restore';
}

function sameHeader(stored: StoredVersion, sent: DocumentHeader): boolean {
  const { status: _status, clauses: _clauses, storedAtMs: _storedAtMs, ...header } = stored;
  return canonicalJson(header) === canonicalJson(sent);
}
