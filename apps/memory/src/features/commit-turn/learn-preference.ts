import { languageOf } from '@plinth/contracts';
import { deriveId, type TurnId } from '@plinth/kernel';
import { isOpen } from '../../domain/candidates/candidate';
import { inferPreference } from '../../domain/signals/infer-preference';
import { wordsOf, type Signal } from '../../domain/signals/shown-preference';
import type { MemoryPolicy } from '../../domain/policy/memory-policy';
import type { ProfileIntent } from '../../domain/profile/intent';
import type { CommitKnowledge, NotedSignals, TurnIntent, TurnKey } from '../../ports/turn-ledger';

interface Said extends Pick<TurnKey, 'userId' | 'sessionId'> {
  readonly turn: TurnId;
  readonly locale: string;
  readonly text: string;
  readonly observedAtMs: number;
}

export interface Learned {
  /** What the user has stated, then what memory infers. */
  readonly intents: readonly ProfileIntent[];
  readonly signals?: NotedSignals;
}

const DAY_MS = 86_400_000;

/**
 * What the signals of a turn, with those of the sessions before it, make of the profile (M15): a candidate that the user is asked for, or
 * where he lets memory learn by itself a fact no surer than something said. What he has stated stands before it.
 */
export function learnPreference(said: Said, known: CommitKnowledge, policy: MemoryPolicy): Learned {
  const stated = known.intents.filter((intent) => intent.type !== 'signal');
  const noted = known.intents.flatMap((intent): Signal[] =>
    intent.type === 'signal' ? [{ key: intent.key, value: intent.value }] : [],
  );
  if (!known.learning || noted.length === 0) return { intents: stated };
  const { mode, ...learning } = known.learning;
  const { sessionId, observedAtMs: nowMs } = said;
  const waiting = known.candidates.filter((candidate) => isOpen(candidate, nowMs, policy.gate));
  const held = [...known.active, ...waiting, ...stated.flatMap(stating)];
  const inferred = inferPreference({ signals: noted, sessionId, nowMs }, { ...learning, held }, policy.signals);
  const keepFromMs = nowMs - policy.signals.keepDays * DAY_MS;
  if (!inferred) return { intents: stated, signals: { noted, keepFromMs } };
  const { key, value, profileKey, confidence, proposedBeforeMs } = inferred;
  const id = deriveId('inferred', said.userId, key, value, proposedBeforeMs);
  const named = {
    key: profileKey,
    value: wordsOf(inferred, languageOf(said.locale, said.text) === 'zh' ? 'zh' : 'en'),
  };
  const from = { sourceId: said.turn, sourceType: 'inference', sourceChannel: 'signals', observedAtMs: nowMs } as const;
  const { credibility } = policy.items;
  const intent: ProfileIntent =
    (mode ?? policy.gate.mode) === 'learn'
      ? {
          ...{ type: 'store', factId: id, ...named, origin: 'learned' },
          from: { ...from, confidence: Math.min(confidence, credibility.said) },
        }
      : { type: 'declare', candidateId: id, ...named, from: { ...from, confidence: credibility.inferred } };
  return { intents: [...stated, intent], signals: { noted, proposed: { key, value }, keepFromMs } };
}

const stating = (intent: Exclude<TurnIntent, { type: 'signal' }>): { key: string; value: string }[] =>
  'value' in intent ? [{ key: intent.key, value: intent.value }] : [];
