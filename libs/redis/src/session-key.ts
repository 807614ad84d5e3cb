/**
 * Key of one hash of a session, e.g. `session:{acme:ann:s1}:facts` (M4, M20). The braces keep a session's keys in one slot of a cluster.
 * Different parts never give the same key: what has a meaning in the key is percent-encoded.
 */
export function sessionKey(tenant: string, user: string, session: string, kind: string): string {
  return `session:{${encoded(tenant)}:${encoded(user)}:${encoded(session)}}:${encoded(kind)}`;
}

const encoded = (part: string): string =>
  part.replace(/[%:{}]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
