import { byKind, type FlowState, type Localised, type Transition } from './flow';

type Template = readonly [field: string, template: string];

/** What the faults of a state are looked for in, whatever its kind. */
export interface StateParts {
  readonly transitions: readonly Transition[];
  /** Whether its transitions depend on what the user replies; otherwise on what a skill gave. */
  readonly asks: boolean;
  /** Whether it can fail, and so needs a way on for that. */
  readonly fails: boolean;
  /** Slots that it sets. */
  readonly sets: readonly string[];
  /** The skill whose result it leaves behind. */
  readonly runs?: string;
  readonly templates: readonly Template[];
}

const IDLE = { transitions: [], asks: false, fails: false, sets: [] } satisfies Omit<StateParts, 'templates'>;

export function partsOf(state: FlowState): StateParts {
  return byKind<StateParts>(state, {
    skill: ({ on, skill, arguments: args }) => ({
      ...IDLE,
      transitions: on,
      fails: true,
      runs: skill,
      templates: Object.entries(args).map(([key, value]): Template => [`arguments.${key}`, String(value)]),
    }),
    ask: ({ on, ask }) => ({ ...IDLE, transitions: on, asks: true, templates: sayings('ask', ask) }),
    reply: ({ reply, set, decision }) => ({
      ...IDLE,
      sets: Object.keys(set),
      templates: [
        ...sayings('reply', reply),
        ...Object.entries(set).map(([key, value]): Template => [`set.${key}`, value]),
        ...(decision ? sayings('decision.choice', decision.choice) : []),
        ...(decision ? sayings('decision.reason', decision.reason) : []),
      ],
    }),
  });
}

function sayings(field: string, { zh, en }: Localised): readonly Template[] {
  return [
    [`${field}.zh`, zh],
    [`${field}.en`, en],
  ];
}
