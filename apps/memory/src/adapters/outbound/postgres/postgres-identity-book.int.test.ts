import { describeIdentityBookOn } from '../../../ports/identity-book.contract';
import { openEmbeddedDatabase, openServerDatabase, type OpenedDatabase } from './memory-databases.stage';
import { PostgresIdentityBook } from './postgres-identity-book';

const opened = async (open: Promise<OpenedDatabase>) => {
  const { database, close } = await open;
  return { database, book: new PostgresIdentityBook(database), close };
};

describeIdentityBookOn('PostgreSQL', () => opened(openServerDatabase()));
describeIdentityBookOn('PGlite', () => opened(openEmbeddedDatabase()));
