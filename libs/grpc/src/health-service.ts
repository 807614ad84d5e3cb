import { status, type Server, type ServerWritableStream } from '@grpc/grpc-js';
import type { HealthRegistry } from '@plinth/http';
import { service } from 'grpc-health-check';

interface Asked {
  readonly service: string;
}
interface Told {
  readonly status: 'SERVING' | 'NOT_SERVING' | 'SERVICE_UNKNOWN';
}
type Watcher = ServerWritableStream<Asked, Told>;
type Answer<T> = (error: { code: status; details: string } | null, value?: T) => void;

const WATCH_INTERVAL_MS = 1_000;

/**
 * `grpc.health.v1`, without a key: each service, and the process by the empty name, serves while the process is ready, so it stops
 * serving as soon as the process is told to stop, and calls are answered for a while yet. Owns the watches.
 * 1. A watch is told of a change within a second, and ends when nothing new is accepted any more.
 */
export function addHealth(server: Server, names: readonly string[], health: HealthRegistry): void {
  const known = new Set(['', ...names]);
  const now = async (): Promise<Told> => ({
    status: (await health.readiness()).length === 0 ? 'SERVING' : 'NOT_SERVING',
  });

  async function watch(call: Watcher): Promise<void> {
    const over = new AbortController();
    call.once('cancelled', () => over.abort());
    const end = AbortSignal.any([over.signal, health.draining]);
    let last: Told['status'] | undefined;
    while (!over.signal.aborted) {
      const told = known.has(call.request.service) ? await now() : ({ status: 'SERVICE_UNKNOWN' } as const);
      if (told.status !== last) call.write(told);
      last = told.status;
      if (health.draining.aborted) break;
      await pause(WATCH_INTERVAL_MS, end);
    }
    call.end();
  }

  server.addService(service, {
    check({ request }: { request: Asked }, answer: Answer<Told>): void {
      if (known.has(request.service)) void now().then((told) => answer(null, told));
      else answer({ code: status.NOT_FOUND, details: 'There is no such service here.' });
    },
    list(_call: unknown, answer: Answer<{ statuses: Record<string, Told> }>): void {
      void now().then((told) => answer(null, { statuses: Object.fromEntries([...known].map((name) => [name, told])) }));
    },
    watch: (call: Watcher) => void watch(call),
  });
}

function pause(ms: number, until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      until.removeEventListener('abort', done);
      resolve();
    }
    if (until.aborted) done();
    else until.addEventListener('abort', done);
  });
}
