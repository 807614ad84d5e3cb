import { MESSAGES } from '../catalogue';
import { CE, CONTENT_TYPE } from '../record-headers';
import { channels } from './channels';
import { componentMessages, dataSchema } from './component-messages';
import { deadLetterHeaders, messageHeaders } from './header-schemas';
import { operations } from './operations';
import { DEAD_LETTER_HEADERS_ID, messageId, type JsonDocument } from './references';

export interface AsyncApiDocument extends JsonDocument {
  readonly channels: JsonDocument;
  readonly operations: JsonDocument;
  readonly components: {
    readonly messages: JsonDocument;
    readonly correlationIds: JsonDocument;
    readonly schemas: JsonDocument;
  };
}

/** The AsyncAPI 3.0 document of the mesh: pure, the same for the same definitions. */
export function asyncApiDocument(version: string): AsyncApiDocument {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Plinth',
      version,
      description:
        'Commands and events of the mesh. CloudEvents 1.0 in binary mode; bodies are JSON; consumers ignore unknown fields.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: CONTENT_TYPE,
    channels: channels(),
    operations: operations(),
    components: {
      messages: componentMessages(),
      correlationIds: {
        command: { description: 'Its own id, which its replies name', location: `$message.header#/${CE.id}` },
        event: { description: 'The id of the command that it answers', location: `$message.header#/${CE.causation}` },
      },
      schemas: {
        headers: messageHeaders,
        [DEAD_LETTER_HEADERS_ID]: deadLetterHeaders,
        ...Object.fromEntries(MESSAGES.map((message) => [messageId(message), dataSchema(message)])),
      },
    },
  };
}
