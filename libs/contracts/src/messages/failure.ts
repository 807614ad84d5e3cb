import { z } from 'zod';
import { defineEvent } from '../define';
import { errorBody } from './message-parts';

/** The answer of the bus itself, and of any handler that cannot answer in its own words. */
export const commandFailed = defineEvent('command.failed.v1', {
  topics: ['plinth.session.events'],
  summary: 'A command that will not be done: `expired` in the queue, `parked` after its tries, or refused with a code.',
  schema: z.object({ command_type: z.string(), consumer: z.string(), error: errorBody }),
});
