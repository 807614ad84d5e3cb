import type { DialogueContext } from '@plinth/contracts';
import type { SessionState } from '../../domain/session-state/session-state';
import { entityName } from '../../domain/session-state/topic-notes';
import { currentTopic, frozenTopics } from '../../domain/session-state/topics';

/** The context without what only a frozen topic is about (M32); the session keeps it for the user's return. */
export function withoutFrozen(context: DialogueContext, session: SessionState): DialogueContext {
  const current = new Set(currentTopic(session).entities);
  const frozen = new Set(frozenTopics(session).flatMap(({ entities }) => entities));
  const isShown = (name: string): boolean => current.has(name) || !frozen.has(name);
  return { ...context, entities: context.entities.filter((entity) => isShown(entityName(entity))) };
}
