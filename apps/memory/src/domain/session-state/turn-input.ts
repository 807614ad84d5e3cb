import type { Anchor, MemoryChange } from '@plinth/contracts';
import type { OpenCandidate } from '../candidates/candidate';
import type { GateMode } from '../candidates/gate-policy';
import type { ProfileIntent } from '../profile/intent';
import type { SpeechAct } from '../utterance/speech-act';
import type { SessionState, SessionUpdate, UpdateBody } from './session-state';

export interface TurnInput {
  readonly commandId: string;
  readonly turnId: string;
  readonly previousTurnId?: string;
  readonly nowMs: number;
  readonly timeZone: string;
  readonly acts: readonly SpeechAct[];
  readonly anchors: readonly Anchor[];
  readonly session: SessionState;
  /** The whole history; needed only when the acts hold an undo. */
  readonly history: readonly SessionUpdate[];
  /** Active profile facts by key. */
  readonly profile: ReadonlyMap<string, string>;
  /** Open candidates of this session, oldest first. */
  readonly candidates: readonly OpenCandidate[];
  /** The candidate that the previous reply asked for, as the user saw it. */
  readonly askedCandidateId?: string;
  /** Whether what is declared is asked for, or learned by itself (M12). */
  readonly mode: GateMode;
  /** What the system injects for this turn. */
  readonly constraints: ReadonlyMap<string, string>;
}

export interface LightUpdate {
  readonly updates: readonly UpdateBody[];
  readonly session: SessionState;
  readonly changes: readonly MemoryChange[];
  readonly intents: readonly ProfileIntent[];
  readonly ask?: {
    readonly candidate_id: string;
    readonly key: string;
    readonly value: string;
    readonly inferred?: true;
  };
  /** Without those that the same text took back. */
  readonly anchors: readonly Anchor[];
}
