/** The services of the mesh; each consumes its own topics as one consumer group named after it. */
export type ServiceName = 'orchestrator' | 'memory' | 'skill-gateway' | 'reflection';
export const SERVICE_NAMES: readonly ServiceName[] = ['orchestrator', 'memory', 'skill-gateway', 'reflection'];

export type TopicName =
  | 'plinth.orchestrator.commands'
  | 'plinth.memory.commands'
  | 'plinth.skills.commands'
  | 'plinth.reflection.commands'
  | 'plinth.session.events'
  | 'plinth.user.events';

export interface Topic {
  readonly name: TopicName;
  /** The only consumer group of the topic. */
  readonly consumer: ServiceName;
  readonly kind: 'commands' | 'events';
  readonly description: string;
}

/** Every topic that carries messages. Commands go to one topic per service; every reply comes back on one. */
export const TOPICS = {
  'plinth.orchestrator.commands': {
    name: 'plinth.orchestrator.commands',
    consumer: 'orchestrator',
    kind: 'commands',
    description: 'Commands to the orchestrator and its model workers.',
  },
  'plinth.memory.commands': {
    name: 'plinth.memory.commands',
    consumer: 'memory',
    kind: 'commands',
    description: 'Commands to memory.',
  },
  'plinth.skills.commands': {
    name: 'plinth.skills.commands',
    consumer: 'skill-gateway',
    kind: 'commands',
    description: 'Commands to the skill gateway.',
  },
  'plinth.reflection.commands': {
    name: 'plinth.reflection.commands',
    consumer: 'reflection',
    kind: 'commands',
    description: 'Commands to reflection.',
  },
  'plinth.session.events': {
    name: 'plinth.session.events',
    consumer: 'orchestrator',
    kind: 'events',
    description: 'Every reply to a command of a session, keyed (tenant, session).',
  },
  'plinth.user.events': {
    name: 'plinth.user.events',
    consumer: 'memory',
    kind: 'events',
    description: 'Every reply to an erasure, keyed (tenant, user).',
  },
} as const satisfies Record<TopicName, Topic>;

/** The commands topic of each service. */
export const COMMANDS_TOPIC = {
  orchestrator: 'plinth.orchestrator.commands',
  memory: 'plinth.memory.commands',
  'skill-gateway': 'plinth.skills.commands',
  reflection: 'plinth.reflection.commands',
} as const satisfies Record<ServiceName, TopicName>;

/** Copies of parked messages, for people and tools to read; the parked rows are the truth. */
export const DEAD_LETTER_TOPIC = 'plinth.dead-letters';

/** How long the broker keeps a message, in hours: Kafka transports, the journal remembers (T2). */
export const RETENTION_HOURS = 72;
