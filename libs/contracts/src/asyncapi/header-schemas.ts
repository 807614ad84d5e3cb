import { CE, CONTENT_TYPE, DEAD_LETTER, SPEC_VERSION } from '../record-headers';
import { SERVICE_NAMES } from '../service-table';

const text = (description: string) => ({ type: 'string', description }) as const;

/** The CloudEvents attributes of every message, as Kafka record headers in binary mode. */
const attributes = {
  [CE.specVersion]: { type: 'string', const: SPEC_VERSION },
  [CE.id]: text('Derived from (turn, step, visit) for a command, from its command for a reply'),
  [CE.type]: text('The name of the message'),
  [CE.source]: { ...text('/plinth/<service>; a receiver takes any other URI reference too'), format: 'uri-reference' },
  [CE.subject]: text('What an announcement is about; part of the key'),
  [CE.time]: { ...text('When it was made; without it the append time of the broker counts'), format: 'date-time' },
  [CE.tenant]: text('Whose data it carries; part of the key'),
  [CE.session]: text('The session, where it belongs to one; part of the key'),
  [CE.turn]: text('The turn of the session'),
  [CE.user]: text('The user, where it belongs to no session; part of the key'),
  [CE.causation]: text('The command that this message answers'),
  [CE.request]: text('The request at the edge that led to it'),
  [CE.budgetMs]: {
    ...text('Remaining budget in milliseconds, counted from the append time of the broker'),
    pattern: '^-?[0-9]{1,15}$',
  },
  [CE.contentType]: { type: 'string', const: CONTENT_TYPE },
  traceparent: text('W3C Trace Context'),
  tracestate: text('W3C Trace Context'),
} as const;

export const messageHeaders = {
  type: 'object',
  required: [CE.specVersion, CE.id, CE.type, CE.source, CE.tenant, CE.contentType],
  properties: attributes,
} as const;

/** A dead letter keeps the headers of its record, whatever they are. */
export const deadLetterHeaders = {
  type: 'object',
  required: Object.values(DEAD_LETTER),
  properties: {
    [DEAD_LETTER.consumer]: { ...text('The service that parked it'), enum: SERVICE_NAMES },
    [DEAD_LETTER.parkingKey]: text('The key under which its row is parked, and replayed'),
    [DEAD_LETTER.errorCode]: text('Why it could not be handled'),
    [DEAD_LETTER.originTopic]: text('Where the record lies'),
    [DEAD_LETTER.originPartition]: { ...text('In which partition'), pattern: '^[0-9]+$' },
    [DEAD_LETTER.originOffset]: { ...text('At which offset'), pattern: '^[0-9]+$' },
  },
} as const;
