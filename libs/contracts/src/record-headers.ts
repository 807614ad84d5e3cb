import { SERVICE_NAMES, type ServiceName } from './service-table';

/** Names of the headers of a record: CloudEvents 1.0, Kafka protocol binding, binary content mode; values are UTF-8. */
export const CE = {
  specVersion: 'ce_specversion',
  id: 'ce_id',
  type: 'ce_type',
  source: 'ce_source',
  subject: 'ce_subject',
  time: 'ce_time',
  tenant: 'ce_tenant',
  session: 'ce_session',
  turn: 'ce_turn',
  user: 'ce_user',
  causation: 'ce_causation',
  request: 'ce_request',
  budgetMs: 'ce_budgetms',
  contentType: 'content-type',
} as const;

export const SPEC_VERSION = '1.0';
export const CONTENT_TYPE = 'application/json';

/** CloudEvents `source` of a service, a URI reference. */
export const sourceOf = (service: ServiceName): string => `/plinth/${service}`;

const serviceBySource: ReadonlyMap<string, ServiceName> = new Map(SERVICE_NAMES.map((name) => [sourceOf(name), name]));

/** The service at a `source`; another sender's is any URI reference and stays as it is. */
export const senderAt = (source: string): string => serviceBySource.get(source) ?? source;

/** What a dead letter's headers say beside those of the record that it copies. */
export const DEAD_LETTER = {
  consumer: 'plinth_consumer',
  parkingKey: 'plinth_parking_key',
  errorCode: 'plinth_error_code',
  originTopic: 'plinth_origin_topic',
  originPartition: 'plinth_origin_partition',
  originOffset: 'plinth_origin_offset',
} as const;
