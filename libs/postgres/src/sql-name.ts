/**
 * A schema, table or role name, quoted. Names come from code, never from input; anything but a plain lower-case name is a bug.
 */
export function sqlName(name: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) throw new Error(`not a plain SQL name: ${JSON.stringify(name)}`);
  return `"${name}"`;
}

/** The role that a service's statements run as, from its schema. Roles belong to the server, not to one database. */
export const serviceRole = (schema: string): string => `plinth_${schema}`;
