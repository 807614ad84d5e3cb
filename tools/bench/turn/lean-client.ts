import type { TurnView } from '@plinth/testing';
import { KeptClient } from '../kept-client';

export interface LeanAnswer {
  readonly status: number;
  readonly body: TurnView;
}

/** The public API over kept connections. */
export class LeanClient {
  private readonly kept: KeptClient;

  constructor(url: string, key: string | undefined) {
    this.kept = new KeptClient(url, key);
  }

  async turn(
    words: { readonly session_id: string; readonly user_id: string; readonly text: string },
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LeanAnswer> {
    const { status, text } = await this.kept.send('POST', '/v1/turns', words, headers);
    try {
      return { status, body: JSON.parse(text) as TurnView };
    } catch (error) {
      throw new Error(`the answer ${status} is not JSON: ${text.slice(0, 200)}`, { cause: error });
    }
  }

  close(): void {
    this.kept.close();
  }
}
