import type { Attributes, Span } from '@opentelemetry/api';

/**
 * The one table of span attributes: our short name → the name on the wire and the type of its value.
 * OpenTelemetry semantic conventions 1.45 where there is one, `plinth.*` otherwise.
 * Ids, names, codes and counts only. There is deliberately no entry for a text, a user, a message key or a payload:
 * what a person wrote never becomes an attribute.
 */
export const spanAttributes = {
  messagingSystem: { name: 'messaging.system.name', type: 'string' },
  messagingDestination: { name: 'messaging.destination.name', type: 'string' },
  /** `send`, `receive`, `process` or `settle`. */
  messagingOperationType: { name: 'messaging.operation.type', type: 'string' },
  messagingOperationName: { name: 'messaging.operation.name', type: 'string' },
  messagingMessageId: { name: 'messaging.message.id', type: 'string' },
  messagingConsumerGroup: { name: 'messaging.consumer.group.name', type: 'string' },
  messagingPartition: { name: 'messaging.destination.partition.id', type: 'string' },
  messagingBodyBytes: { name: 'messaging.message.body.size', type: 'number' },

  dbSystem: { name: 'db.system.name', type: 'string' },
  dbOperation: { name: 'db.operation.name', type: 'string' },
  dbQuerySummary: { name: 'db.query.summary', type: 'string' },
  dbQueryText: { name: 'db.query.text', type: 'string' },
  dbBatchSize: { name: 'db.operation.batch.size', type: 'number' },

  errorType: { name: 'error.type', type: 'string' },
  httpRoute: { name: 'http.route', type: 'string' },

  rpcSystem: { name: 'rpc.system.name', type: 'string' },
  rpcMethod: { name: 'rpc.method', type: 'string' },
  rpcStatus: { name: 'rpc.response.status_code', type: 'string' },

  genAiOperation: { name: 'gen_ai.operation.name', type: 'string' },
  genAiProvider: { name: 'gen_ai.provider.name', type: 'string' },
  genAiRequestModel: { name: 'gen_ai.request.model', type: 'string' },
  genAiRequestMaxTokens: { name: 'gen_ai.request.max_tokens', type: 'number' },
  genAiResponseModel: { name: 'gen_ai.response.model', type: 'string' },
  genAiInputTokens: { name: 'gen_ai.usage.input_tokens', type: 'number' },
  genAiOutputTokens: { name: 'gen_ai.usage.output_tokens', type: 'number' },

  service: { name: 'plinth.service', type: 'string' },
  tenant: { name: 'plinth.tenant', type: 'string' },
  sessionId: { name: 'plinth.session.id', type: 'string' },
  turnId: { name: 'plinth.turn.id', type: 'string' },
  turnStatus: { name: 'plinth.turn.status', type: 'string' },
  requestId: { name: 'plinth.request.id', type: 'string' },
  messageType: { name: 'plinth.message.type', type: 'string' },
  queueMs: { name: 'plinth.delivery.queue_ms', type: 'number' },
  /** How a piece of work ended, in the words of its own code. */
  outcome: { name: 'plinth.outcome', type: 'string' },
  /** True when a recorded result was sent again and nothing was done. */
  replayed: { name: 'plinth.replayed', type: 'boolean' },
  skillName: { name: 'plinth.skill.name', type: 'string' },
  skillVersion: { name: 'plinth.skill.version', type: 'string' },
  rolloutLane: { name: 'plinth.rollout.lane', type: 'string' },
  rolloutStage: { name: 'plinth.rollout.stage', type: 'string' },
  /** Why the version that served did. */
  rolloutRoute: { name: 'plinth.rollout.route', type: 'string' },
  /** Sizes as JSON, where a stage asks for the full trace. */
  argumentBytes: { name: 'plinth.skill.arguments.size', type: 'number' },
  resultBytes: { name: 'plinth.skill.result.size', type: 'number' },
  attempts: { name: 'plinth.skill.attempts', type: 'number' },
  reflectionOutcome: { name: 'plinth.reflection.outcome', type: 'string' },
  reflectionRound: { name: 'plinth.reflection.round', type: 'number' },
  policySet: { name: 'plinth.policy.set', type: 'string' },
  recallReturned: { name: 'plinth.recall.returned', type: 'number' },
} as const satisfies Record<string, { readonly name: string; readonly type: keyof ValueTypes }>;

interface ValueTypes {
  string: string;
  number: number;
  boolean: boolean;
}

type Table = typeof spanAttributes;

/** Attributes by their short names; a name outside the table does not compile, and is dropped if it comes all the same. */
export type SpanAttributes = { readonly [K in keyof Table]?: ValueTypes[Table[K]['type']] | undefined };

/** Values are ids and names: what is longer is no attribute and is cut. */
const MAX_VALUE_LENGTH = 200;

export function toWireAttributes(attributes: SpanAttributes): Attributes {
  const wire: Attributes = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || !Object.hasOwn(spanAttributes, key)) continue;
    wire[spanAttributes[key as keyof Table].name] =
      typeof value === 'string' ? value.slice(0, MAX_VALUE_LENGTH) : value;
  }
  return wire;
}

export function setSpanAttributes(span: Span, attributes: SpanAttributes): void {
  if (span.isRecording()) span.setAttributes(toWireAttributes(attributes));
}
