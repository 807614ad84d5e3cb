import { isRefusal, refuse, type Refusal, type SessionId, type TenantId, type UserId } from '@plinth/kernel';
import type { Contact } from '../../domain/anchors/people/contact';
import { countTokens } from '../../domain/summary/count-tokens';
import { draftFaults } from '../../domain/summary/draft-faults';
import { fidelity, type Fault, type Fidelity } from '../../domain/summary/fidelity';
import type { Round } from '../../domain/summary/round';
import { summariseInParts, type SummaryLimits } from '../../domain/summary/summarise';
import type { ContactBook } from '../../ports/contact-book';
import type { PolicyBook } from '../../ports/policy-book';
import type { SessionBook } from '../../ports/session-book';
import type { SummaryWriter } from '../../ports/summary-writer';

export interface SessionReading {
  readonly tenant: TenantId;
  readonly sessionId: SessionId;
  /** Whose session it must be; undefined for a key that may act for others. */
  readonly user: UserId | undefined;
  readonly timeZone: string;
}

export interface SessionSummary {
  readonly session_id: string;
  readonly rounds: number;
  readonly written_by: 'model' | 'extract';
  /** In order of time; several where one has no room for every fact. */
  readonly summaries: readonly { readonly text: string; readonly tokens: number }[];
  /** Facts that found no room: a single sentence held more than a summary may. */
  readonly lost: readonly { readonly kind: string; readonly text: string }[];
  /** Why the model's summary was rejected. */
  readonly rejected?: readonly Fault[];
}

/** Summarises what a session has said, by a model that is judged or by extract (M35), and judges a summary of somebody else. */
export class SummariseSession {
  constructor(
    private readonly sessions: SessionBook,
    private readonly policies: PolicyBook,
    private readonly contacts: ContactBook,
    private readonly writer?: SummaryWriter,
  ) {}

  async summarise(asked: SessionReading): Promise<SessionSummary | Refusal> {
    const read = await this.read(asked);
    if (isRefusal(read)) return read;
    const { rounds, names } = read;
    const { maxSentences, maxCharacters, maxTokens } = this.policies.of(asked.tenant).summary;
    const limits: SummaryLimits = { maxSentences, maxCharacters, maxTokens };
    const head = { session_id: asked.sessionId, rounds: rounds.length };
    const reading = { timeZone: asked.timeZone, names };

    const written = rounds.length === 0 ? undefined : await this.writer?.write(rounds, limits, asked.timeZone);
    const faults = written === undefined ? [] : draftFaults(written, rounds, limits, reading);
    if (written !== undefined && faults.length === 0)
      return { ...head, written_by: 'model', summaries: [{ text: written, tokens: countTokens(written) }], lost: [] };

    const parts = summariseInParts(rounds, limits, { ...reading, hedged: 'drop' });
    return {
      ...head,
      written_by: 'extract',
      summaries: parts.map(({ text, tokens }) => ({ text, tokens })),
      lost: parts.flatMap(({ lost }) => lost.map(({ kind, text }) => ({ kind, text }))),
      ...(faults.length === 0 ? {} : { rejected: faults }),
    };
  }

  async judge(asked: SessionReading, summary: string): Promise<Fidelity | Refusal> {
    const read = await this.read(asked);
    if (isRefusal(read)) return read;
    return fidelity(summary, read.rounds, { timeZone: asked.timeZone, names: read.names });
  }

  /** A session of another user does not exist for the caller. */
  private async read({
    tenant,
    sessionId,
    user,
  }: SessionReading): Promise<{ rounds: readonly Round[]; names: ReadonlyMap<string, string> } | Refusal> {
    const owner = await this.sessions.ownerOf(tenant, sessionId);
    if (owner === undefined || (user !== undefined && user !== owner))
      return refuse('not_found', 'session_not_found', 'There is no such session.');
    const [rounds, contacts] = await Promise.all([
      this.sessions.roundsOf({ tenant, userId: owner, sessionId }),
      this.contacts.contactsOf(tenant, owner),
    ]);
    return { rounds, names: canonical(contacts) };
  }
}

/** The name behind each alias; an alias that several people bear names none of them. */
function canonical(contacts: readonly Contact[]): ReadonlyMap<string, string> {
  const pairs = contacts.flatMap(({ name, aliases }) => aliases.map((alias) => ({ alias, name })));
  const bearers = Map.groupBy(pairs, ({ alias }) => alias);
  return new Map(
    [...bearers].flatMap(([alias, [first, ...others]]) =>
      first && alias.length > 1 && others.every(({ name }) => name === first.name)
        ? [[alias, first.name] as const]
        : [],
    ),
  );
}
