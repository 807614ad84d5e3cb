import { SERVICE_NAMES, SERVICES, type ServiceName } from './service-table';

const EVENT_TOPICS = {
  'plinth.session.events': {
    consumer: 'orchestrator',
    description: 'Every reply to a command of a session, keyed (tenant, session).',
  },
  'plinth.user.events': {
    consumer: 'memory',
    description: 'Every reply to an erasure, keyed (tenant, user).',
  },
  'plinth.skills.outcomes': {
    consumer: 'skill-gateway',
    description:
      'What became of calls of skills, from whoever sees it, inside the mesh or outside, keyed (tenant, session).',
  },
} as const satisfies Readonly<Record<string, Pick<ReadTopic, 'consumer' | 'description'>>>;

const ANNOUNCEMENT_TOPICS = {
  'plinth.skills.events': {
    announcer: 'skill-gateway',
    description: 'What changes in what the skill gateway serves, keyed (tenant, subject).',
  },
} as const satisfies Readonly<Record<string, Pick<AnnouncementTopic, 'announcer' | 'description'>>>;

type EventTopicName = keyof typeof EVENT_TOPICS;
type AnnouncementTopicName = keyof typeof ANNOUNCEMENT_TOPICS;
export type TopicName = (typeof SERVICES)[ServiceName]['commands'] | EventTopicName | AnnouncementTopicName;

interface ReadTopic {
  readonly name: TopicName;
  /** The only service that reads the topic, as one consumer group. */
  readonly consumer: ServiceName;
  readonly kind: 'commands' | 'events';
  readonly description: string;
}

/** Read by whoever wants to know, outside of the mesh: no service waits for it. */
interface AnnouncementTopic {
  readonly name: TopicName;
  readonly announcer: ServiceName;
  readonly consumer?: undefined;
  readonly kind: 'announcements';
  readonly description: string;
}

export type Topic = ReadTopic | AnnouncementTopic;

/** The commands topic of each service. */
export const COMMANDS_TOPICS: readonly TopicName[] = SERVICE_NAMES.map((service) => SERVICES[service].commands);

const commandsTopics = SERVICE_NAMES.map((consumer): Topic => {
  const { commands: name, takes: description } = SERVICES[consumer];
  return { name, consumer, kind: 'commands', description };
});

const eventTopics = (Object.keys(EVENT_TOPICS) as EventTopicName[]).map((name): Topic => ({
  name,
  kind: 'events',
  ...EVENT_TOPICS[name],
}));

const announcementTopics = (Object.keys(ANNOUNCEMENT_TOPICS) as AnnouncementTopicName[]).map((name): Topic => ({
  name,
  kind: 'announcements',
  ...ANNOUNCEMENT_TOPICS[name],
}));

/** Every topic that carries messages. Commands go to one topic per service; every reply comes back on one. */
export const TOPICS = Object.fromEntries(
  [...commandsTopics, ...eventTopics, ...announcementTopics].map((topic) => [topic.name, topic]),
) as Readonly<Record<TopicName, Topic>>;

/** Copies of parked messages, for people and tools to read; the parked rows are the truth. */
export const DEAD_LETTER_TOPIC = 'plinth.dead-letters';

/** Dead letters have no order to keep. */
export const DEAD_LETTER_PARTITIONS = 1;

/** Partitions of every other topic, unless a deployment chooses another count. */
export const DEFAULT_PARTITIONS = 16;

/** How long the broker keeps a message, in hours: Kafka transports, the journal remembers (T2). */
export const RETENTION_HOURS = 72;

/** How the broker keeps every topic. Budgets and queue times count from the time of appending. */
export const TOPIC_CONFIG = {
  timestampType: 'LogAppendTime',
  retentionMs: RETENTION_HOURS * 3_600_000,
  cleanupPolicy: 'delete',
} as const;
