import { randomUUID } from 'node:crypto';
import type { TurnClient, TurnView, TurnWords } from './turn-client';

type Speaker = Pick<TurnWords, 'user_id' | 'user' | 'locale' | 'attributes'>;

/** One session of one user, turn after turn. */
export class Conversation {
  /** The turns as they were answered. */
  readonly turns: TurnView[] = [];

  constructor(
    private readonly client: TurnClient,
    /** By default a new one, who has the orders of the sample shop. */
    readonly speaker: Speaker = { user_id: `demo-user-${randomUUID()}` },
    readonly session: string = `session-${randomUUID()}`,
  ) {}

  /** Another session of the same user. */
  later(): Conversation {
    return new Conversation(this.client, this.speaker);
  }

  words(text: string): TurnWords {
    return { session_id: this.session, ...this.speaker, text };
  }

  /** Throws unless the turn completes at once. */
  async say(text: string, headers: Readonly<Record<string, string>> = {}): Promise<TurnView> {
    const { status, body } = await this.client.turn(this.words(text), headers);
    if (status !== 200 || body.status !== 'completed')
      throw new Error(`“${text}” was answered with ${status}: ${JSON.stringify(body)}`);
    this.turns.push(body);
    return body;
  }

  /** What is replied. */
  async hear(text: string): Promise<string> {
    return (await this.say(text)).reply.text;
  }
}
