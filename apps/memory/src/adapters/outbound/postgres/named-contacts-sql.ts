import { foldWidth } from '../../../domain/anchors/fold-width';
import type { NamedPeople } from '../../../ports/turn-ledger';

/** Parameters of `namedContactsSql`. */
export function namedContactsValues({ text, families }: NamedPeople): unknown[] {
  return [foldWidth(text).toLowerCase(), families];
}

/** More than these a text names only when it is a list. */
const MOST = 64;

/**
 * Of the contacts of the user ($2 in tenant $1) those whom a text may name: by name, another name, given name, or a family name with a
 * title. Shared ones are looked for only where the text names somebody by the rules for strangers, so that a large organisation costs a
 * turn nothing; row-level security says who of them is seen. Details are told of the user's own alone.
 */
export function namedContactsSql(first: number): string {
  const [text, families] = [`$${first}::text`, `$${first + 1}::text[]`];
  const named = `status = 'active' AND name IS NOT NULL AND (
        strpos(${text}, lower(name)) > 0
        OR EXISTS (SELECT FROM unnest(nicknames || derived_nicknames) other WHERE length(other) > 1 AND strpos(${text}, lower(other)) > 0)
        OR (length(name) = 3 AND strpos(${text}, substr(name, 2)) > 0)
        OR EXISTS (SELECT FROM unnest(${families}) family WHERE starts_with(name, family))
        OR EXISTS (SELECT FROM unnest(string_to_array(lower(name), ' ')) part WHERE length(part) > 2 AND strpos(${text}, part) > 0))`;
  const columns = 'id, name, nicknames, derived_nicknames, title, updated_at_ms';
  return `
    SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'aliases', nicknames, 'derived', derived_nicknames, 'title', title,
             'own', own, 'email', email, 'phone', phone, 'company', company) ORDER BY own DESC, updated_at_ms DESC, id), '[]')
    FROM (
      (SELECT ${columns}, true AS own, email, phone, company FROM contacts WHERE tenant = $1 AND user_id = $2 AND ${named}
       ORDER BY updated_at_ms DESC, id LIMIT ${MOST})
      UNION ALL
      (SELECT ${columns}, false AS own, NULL AS email, NULL AS phone, NULL AS company FROM contacts WHERE cardinality(${families}) > 0 AND tenant = $1 AND visibility <> 'private'
         AND user_id <> $2 AND ${named}
       ORDER BY updated_at_ms DESC, id LIMIT ${MOST})) known`;
}
