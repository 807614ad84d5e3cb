import type { MessageDefinition } from './define';
import { commandFailed } from './messages/failure';
import { userErase, userErased } from './messages/erasure';
import {
  memoryAssemble,
  memoryAssembled,
  memoryCommit,
  memoryCommitted,
  memoryEnd,
  memoryEnded,
} from './messages/memory';
import { modelAnswer, modelAnswered } from './messages/model';
import { skillOutcome } from './messages/outcomes';
import { reflectionCheck, verdictReached } from './messages/reflection';
import { rolloutChanged } from './messages/rollouts';
import { skillFailed, skillInvoke, skillSucceeded } from './messages/skills';

/** Every message of the mesh; the AsyncAPI document and the runtime checks are made from this list. */
export const MESSAGES = [
  memoryAssemble,
  memoryAssembled,
  memoryCommit,
  memoryCommitted,
  memoryEnd,
  memoryEnded,
  modelAnswer,
  modelAnswered,
  skillInvoke,
  skillSucceeded,
  skillFailed,
  rolloutChanged,
  skillOutcome,
  reflectionCheck,
  verdictReached,
  userErase,
  userErased,
  commandFailed,
] as const;

const byType: ReadonlyMap<string, MessageDefinition> = new Map(MESSAGES.map((message) => [message.type, message]));

export function messageDefinition(type: string): MessageDefinition | undefined {
  return byType.get(type);
}
