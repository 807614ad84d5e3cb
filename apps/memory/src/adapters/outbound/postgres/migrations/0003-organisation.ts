import type { Migration } from '@plinth/postgres';

const TENANT = `tenant = nullif(current_setting('plinth.tenant', true), '')`;
const USER = `nullif(current_setting('plinth.user', true), '')`;
/** Scopes that act for no single user. */
const KEEPER = `(current_setting('plinth.curator', true) = 'on' OR current_setting('plinth.every_tenant', true) = 'on')`;
const MERGING = `nullif(current_setting('plinth.merged_user', true), '') IS NOT NULL`;
const own = (condition: string): string =>
  `SELECT FROM members WHERE ${TENANT} AND members.user_id = ${USER} AND ${condition}`;

/**
 * Contacts are shared among members (M21): a document for the whole organisation is for its customers too, a colleague's contact is not.
 * A manager sees the contacts of those who belong to a department of his. Whoever shares with a department belongs to it. Nobody makes
 * himself a member or a manager: that takes the scope of a keeper.
 */
const RULES = `
  CREATE POLICY managed_rows ON contacts FOR SELECT USING (${TENANT} AND user_id IN (
    SELECT theirs.user_id FROM members mine JOIN members theirs ON theirs.tenant = mine.tenant AND theirs.department = mine.department
    WHERE mine.${TENANT} AND mine.user_id = ${USER} AND mine.role = 'manager'));
  CREATE POLICY members_only ON contacts AS RESTRICTIVE FOR SELECT USING (
    user_id = ${USER} OR ${KEEPER} OR ${MERGING} OR EXISTS (${own('true')}));
  CREATE POLICY into_own_department ON contacts AS RESTRICTIVE FOR INSERT WITH CHECK (
    visibility = 'private' OR ${KEEPER} OR ${MERGING} OR EXISTS (${own(`(contacts.visibility = 'org' OR members.department = contacts.department)`)}));
  CREATE POLICY onto_own_department ON contacts AS RESTRICTIVE FOR UPDATE USING (true) WITH CHECK (
    visibility = 'private' OR ${KEEPER} OR ${MERGING} OR EXISTS (${own(`(contacts.visibility = 'org' OR members.department = contacts.department)`)}));
  CREATE POLICY made_by_keepers ON members AS RESTRICTIVE FOR INSERT WITH CHECK (${KEEPER});
  CREATE POLICY changed_by_keepers ON members AS RESTRICTIVE FOR UPDATE USING (${KEEPER});
  CREATE POLICY removed_by_keepers ON members AS RESTRICTIVE FOR DELETE USING (${KEEPER});
`;

export const memoryOrganisation: Migration = { id: '0003_organisation', sql: RULES };
