import type {
  commandFailed,
  DataOf,
  memoryAssembled,
  memoryCommitted,
  memoryEnded,
  modelAnswered,
  skillFailed,
  skillSucceeded,
  verdictReached,
} from '@plinth/contracts';
import type { EventBodies, SessionEventType } from './session-event';

type Bodies<T extends SessionEventType> = {
  readonly data: EventBodies[T]['data'];
  readonly texts: EventBodies[T]['texts'] | null;
};

/** The reply types that are journaled under their own name. */
export interface ReplyData {
  'memory.assembled.v1': DataOf<typeof memoryAssembled>;
  'memory.committed.v1': DataOf<typeof memoryCommitted>;
  'memory.ended.v1': DataOf<typeof memoryEnded>;
  'skill.succeeded.v1': DataOf<typeof skillSucceeded>;
  'skill.failed.v1': DataOf<typeof skillFailed>;
  'model.answered.v1': DataOf<typeof modelAnswered>;
  'verdict.reached.v1': DataOf<typeof verdictReached>;
  'command.failed.v1': DataOf<typeof commandFailed>;
}
export type ReplyType = keyof ReplyData;

/** Parts a reply into what may stay for ever and what an erasure takes. */
const partByType: { readonly [T in ReplyType]: (data: ReplyData[T]) => Bodies<T> } = {
  'memory.assembled.v1': ({ user_id, ...texts }) => ({
    data: { user_id, items: texts.items.length, changes: texts.changes.length },
    texts,
  }),
  'memory.committed.v1': ({ stored }) => ({ data: { stored: stored.length }, texts: null }),
  'memory.ended.v1': (data) => ({ data, texts: null }),
  'skill.succeeded.v1': ({ result, receipt, ...data }) => ({ data, texts: { result, ...(receipt && { receipt }) } }),
  'skill.failed.v1': ({ error, ...data }) => ({
    data: { ...data, code: error.code, retryable: error.retryable },
    texts: { message: error.message },
  }),
  'model.answered.v1': ({ text, ...data }) => ({ data, texts: { text } }),
  'verdict.reached.v1': ({ corrections, ...data }) => ({ data, texts: { corrections } }),
  'command.failed.v1': ({ command_type, consumer, error }) => ({
    data: { command_type, consumer, code: error.code, retryable: error.retryable },
    texts: null,
  }),
};

export function partReply<T extends ReplyType>(type: T, data: ReplyData[T]): Bodies<T> {
  return partByType[type](data);
}

export function isReplyType(type: string): type is ReplyType {
  return Object.hasOwn(partByType, type);
}
