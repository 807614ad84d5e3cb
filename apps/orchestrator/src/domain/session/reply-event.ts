import {
  commandFailed,
  memoryAssembled,
  memoryCommitted,
  memoryEnded,
  modelAnswered,
  skillFailed,
  skillSucceeded,
  verdictReached,
  type DataOf,
} from '@plinth/contracts';
import type { EventBodies, SessionEventType } from './session-event';

type Bodies<T extends SessionEventType> = {
  readonly data: EventBodies[T]['data'];
  readonly texts: EventBodies[T]['texts'] | null;
};

/** The replies to the commands of a session; each is journaled under its own name. */
export const REPLIES = [
  memoryAssembled,
  memoryCommitted,
  memoryEnded,
  skillSucceeded,
  skillFailed,
  modelAnswered,
  verdictReached,
  commandFailed,
] as const;

export type ReplyData = { [D in (typeof REPLIES)[number] as D['type']]: DataOf<D> };
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
