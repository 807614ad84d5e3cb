import { deriveId, type PermanentError } from '@plinth/kernel';
import type { Command } from '../../domain/session/decide';
import type { NewEvent } from '../../domain/session/session-event';

/** The answer to a command that was never sent. */
export function unsendable(command: Command, error: PermanentError, at: number): NewEvent<'command.failed.v1'> {
  return {
    id: deriveId(command.id, 'command.failed.v1', 'unsendable'),
    type: 'command.failed.v1',
    at,
    source: 'orchestrator',
    causation: command.id,
    ...(command.turn !== undefined && { turn: command.turn }),
    ...(command.request !== undefined && { request: command.request }),
    data: { command_type: command.definition.type, consumer: 'orchestrator', code: error.code, retryable: false },
    texts: null,
  };
}
