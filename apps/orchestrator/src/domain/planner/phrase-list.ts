import type { NoticeCode } from '../session/reply-parts';

/** Every sentence that the planner can say by itself; `{{…}}` are slots of the draft. One file per language. */
export interface Phrases {
  readonly fallback: string;
  readonly greeting: string;
  readonly thanks: string;
  readonly flowDeclined: string;
  readonly failed: string;
  /** Never an invitation to try again. */
  readonly failedAfterEffect: string;
  readonly failedUnknown: string;
  readonly refused: string;
  readonly ask: string;
  /** Of what the user has never said (M15). */
  readonly askInferred: string;
  readonly set: string;
  readonly replaced: string;
  readonly undone: string;
  readonly undoneRemoved: string;
  readonly confirmed: string;
  readonly notSaved: string;
  readonly nothingToUndo: string;
  readonly answer: string;
  /** Of a contact of the user. */
  readonly answerOf: string;
  readonly unknown: string;
  /** A name that may be one of several, or that of one only nearly (M9). */
  readonly whichPerson: string;
  readonly thisPerson: string;
  /** Why a decision of the agent was taken (M34). */
  readonly decided: string;
  readonly notices: Readonly<Record<NoticeCode, string>>;
  readonly greetings: readonly string[];
  readonly courtesies: readonly string[];
}
