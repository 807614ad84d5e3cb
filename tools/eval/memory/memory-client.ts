import type { z } from 'zod';

/** Memory's HTTP interface, as any client of it sees it. Throws with status and body where memory refuses. */
export class MemoryClient {
  private readonly authorization: Readonly<Record<string, string>>;

  constructor(
    private readonly base: string,
    key?: string,
  ) {
    this.authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  }

  get<T>(path: string, answer: z.ZodType<T>): Promise<T> {
    return this.call('GET', path, undefined, answer);
  }
  post<T>(path: string, body: unknown, answer: z.ZodType<T>): Promise<T> {
    return this.call('POST', path, body, answer);
  }
  put<T>(path: string, body: unknown, answer: z.ZodType<T>): Promise<T> {
    return this.call('PUT', path, body, answer);
  }

  /** What is no JSON, such as `/metrics`. */
  async text(path: string): Promise<string> {
    const response = await fetch(new URL(path, this.base), { headers: this.authorization });
    if (!response.ok) throw new Error(`GET ${path}: ${response.status}`);
    return response.text();
  }

  private async call<T>(method: string, path: string, body: unknown, answer: z.ZodType<T>): Promise<T> {
    const response = await fetch(new URL(path, this.base), {
      method,
      headers: { ...this.authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return answer.parse(JSON.parse(text));
  }
}
