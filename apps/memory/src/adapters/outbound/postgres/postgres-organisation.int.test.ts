import { describeOrganisationOn } from '../../../ports/organisation.contract';
import { openEmbeddedDatabase, openServerDatabase, type OpenedDatabase } from './memory-databases.stage';
import { PostgresOrganisation } from './postgres-organisation';

const opened = async (open: Promise<OpenedDatabase>) => {
  const { database, close } = await open;
  return { database, organisation: new PostgresOrganisation(database), close };
};

describeOrganisationOn('PostgreSQL', () => opened(openServerDatabase()));
describeOrganisationOn('PGlite', () => opened(openEmbeddedDatabase()));
