import { randomUUID } from 'node:crypto';

/** A turn as the API shows it. */
export interface TurnView {
  readonly turn_id: string;
  readonly request_id: string;
  readonly status: 'running' | 'completed' | 'failed' | 'cancelled';
  readonly reply: {
    readonly text: string;
    readonly notices: readonly { readonly code: string; readonly message: string }[];
    readonly evidence: readonly { readonly kind: string; readonly id: string; readonly [more: string]: unknown }[];
  };
  readonly reflection?: {
    readonly outcome: string;
    readonly rounds: number;
    readonly corrections: number;
    readonly reflection_skipped: boolean;
    readonly reason?: string;
  };
  readonly steps: readonly {
    readonly name: string;
    readonly status: string;
    readonly duration_ms: number;
    readonly skill?: string;
    readonly version?: string;
    readonly attempt?: number;
    readonly code?: string;
  }[];
  readonly usage: Readonly<Record<string, number>>;
  readonly events?: readonly {
    readonly seq: number;
    readonly type: string;
    readonly at: string;
    readonly service: string;
    readonly duration_ms?: number;
    readonly cause?: string;
  }[];
  /** Why memory answered as it did. */
  readonly memory_preview?: {
    readonly answered_by: string;
    readonly took_ms: number;
    readonly knew: Readonly<Record<string, number>>;
    readonly items: readonly {
      readonly id: string;
      readonly content: string;
      readonly kept: boolean;
      readonly reason: string;
      readonly [more: string]: unknown;
    }[];
  };
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly field?: string;
    readonly retryable: boolean;
    readonly request_id: string;
  };
}

export interface Answer<T = TurnView> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface TurnWords {
  readonly session_id: string;
  readonly text: string;
  readonly user_id?: string;
  readonly user?: { readonly channel: string; readonly external_id: string };
  readonly locale?: string;
  readonly time_zone?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** The public API as a client uses it. */
export class TurnClient {
  constructor(
    readonly url: string,
    private readonly key?: string,
  ) {}

  turn(words: TurnWords, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.request('POST', '/v1/turns', words, headers);
  }

  /** As `viewer` may read it, if one is named. */
  read(turnId: string, viewer?: string): Promise<Answer> {
    const as = viewer === undefined ? '' : `?viewer_id=${encodeURIComponent(viewer)}`;
    return this.request('GET', `/v1/turns/${turnId}${as}`);
  }

  /** Asks with one key until the turn has its final status; connections that break are made again. Throws after `withinMs`. */
  async untilFinal(words: TurnWords, withinMs: number, key: string = randomUUID()): Promise<Answer> {
    const deadline = Date.now() + withinMs;
    let last = 'no answer yet';
    while (Date.now() < deadline) {
      const answer = await this.turn(words, { 'idempotency-key': key }).catch((error: unknown) => String(error));
      if (typeof answer !== 'string' && answer.status === 200) return answer;
      last = typeof answer === 'string' ? answer : `${answer.status} ${JSON.stringify(answer.body)}`;
      if (typeof answer !== 'string' && answer.status >= 400 && answer.status < 429) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`the turn of session ${words.session_id} has no final status within ${withinMs} ms: ${last}`);
  }

  async request<T = TurnView>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<T>> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.key === undefined ? {} : { authorization: `Bearer ${this.key}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as T,
    };
  }
}
