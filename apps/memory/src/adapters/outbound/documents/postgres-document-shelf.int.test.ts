import { describeDocumentShelfOn } from '../../../ports/document-shelf.contract';
import { openEmbeddedDatabase, openServerDatabase, type OpenedDatabase } from '../postgres/memory-databases.stage';
import { PostgresDocumentShelf } from './postgres-document-shelf';

const opened = async (open: Promise<OpenedDatabase>) => {
  const { database, close } = await open;
  return { database, shelf: new PostgresDocumentShelf(database), close };
};

describeDocumentShelfOn('PostgreSQL', () => opened(openServerDatabase()));
describeDocumentShelfOn('PGlite', () => opened(openEmbeddedDatabase()));
