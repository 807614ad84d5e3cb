import type { TopicName } from '@plinth/contracts';
import type { WireRecord } from '../transport';

/** The topic of a delivered record: a service subscribes to topics of the contracts alone. */
export const topicOf = ({ topic }: WireRecord): TopicName => topic as TopicName;
