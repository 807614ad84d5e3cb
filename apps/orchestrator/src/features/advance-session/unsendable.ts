import { deriveId, type PermanentError } from '@plinth/kernel';
import type { Command } from '../../domain/next/decide';
import { newEvent } from '../../domain/session/new-event';
import type { NewEvent } from '../../domain/session/session-event';

/** The answer to a command that was never sent. */
export function unsendable(command: Command, { code }: PermanentError, at: number): NewEvent<'command.failed.v1'> {
  return newEvent('command.failed.v1', {
    id: deriveId(command.id, 'command.failed.v1', 'unsendable'),
    at,
    about: command,
    causation: command.id,
    data: { command_type: command.definition.type, consumer: 'orchestrator', code, retryable: false },
    texts: null,
  });
}
