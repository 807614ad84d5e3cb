import type { SkillReply } from '../domain/outcome/skill-reply';
import type { CommandOrigin } from './invocation-ledger';

/** Answers a command outside of its delivery. */
export abstract class ReplySender {
  /** Sends under the id that the delivery would have given the reply, in the trace of the command. Throws TransientError. */
  abstract send(origin: CommandOrigin, reply: SkillReply): Promise<void>;
}
