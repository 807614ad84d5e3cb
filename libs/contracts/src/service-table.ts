interface ServiceRow {
  /** Its port is the base port plus this. */
  readonly portOffset: number;
  /** Its schema in PostgreSQL. */
  readonly schema: string;
  /** The topic on which it takes commands. */
  readonly commands: `plinth.${string}.commands`;
  /** What commands to it are about, for the topic's description. */
  readonly takes: string;
}

/** The services of the mesh. Whatever names them all derives from this table: a new row is a service that every list knows. */
export const SERVICES = {
  orchestrator: {
    portOffset: 0,
    schema: 'orchestrator',
    commands: 'plinth.orchestrator.commands',
    takes: 'Commands to the orchestrator and its model workers.',
  },
  memory: { portOffset: 1, schema: 'memory', commands: 'plinth.memory.commands', takes: 'Commands to memory.' },
  'skill-gateway': {
    portOffset: 2,
    schema: 'skills',
    commands: 'plinth.skills.commands',
    takes: 'Commands to the skill gateway.',
  },
  reflection: {
    portOffset: 3,
    schema: 'reflection',
    commands: 'plinth.reflection.commands',
    takes: 'Commands to reflection.',
  },
} as const satisfies Readonly<Record<string, ServiceRow>>;

export type ServiceName = keyof typeof SERVICES;
export const SERVICE_NAMES = Object.keys(SERVICES) as readonly ServiceName[];

/** The consumer group of a service: named after the mesh, since a broker may serve others too. */
export const consumerGroupOf = (service: ServiceName): string => `plinth.${service}`;

/** The processes of a mesh: its services, and the provider of the sample skills. */
export const MESH = { ...SERVICES, samples: { portOffset: 4 } } as const;
export type MeshProcessName = keyof typeof MESH;
export const MESH_PROCESS_NAMES = Object.keys(MESH) as readonly MeshProcessName[];

/** gRPC listens this above the HTTP of the same process. */
export const GRPC_PORT_OFFSET = 10;

/** Replica n of a process listens this × (n − 1) above the first one. */
export const REPLICA_PORT_STEP = 20;
