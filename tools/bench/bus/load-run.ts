import type { BusPair } from './bus-pair';
import { rounded, spreadOf, type Spread } from './percentiles';

export interface LoadReport {
  readonly inFlight: number;
  readonly roundTrip: Spread;
  /** Commands and replies together. */
  readonly messagesPerSecond: number;
  readonly messagesPerRequest: number;
  /** User and system time of this process, which is sender, consumer and replier at once, per message. */
  readonly cpuMsPerMessage: number;
}

/** A closed loop: so many sessions, each sending its next command when the last was answered. */
export async function measureLoad(pair: BusPair, inFlight: number, roundTrips: number): Promise<LoadReport> {
  const startedAt = new Map<string, { atMs: number; session: number }>();
  const samples: number[] = [];
  pair.onCommand = () => undefined;
  const trafficBefore = pair.traffic();
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  await new Promise<void>((done, fail) => {
    let sent = 0;
    const next = (session: number): void => {
      if (sent >= roundTrips) {
        if (samples.length >= roundTrips) done();
        return;
      }
      sent += 1;
      const id = pair.nextId();
      startedAt.set(id, { atMs: performance.now(), session });
      pair.send(`load-${session}`, id).catch(fail);
    };
    pair.onAnswer = (id) => {
      const begun = startedAt.get(id);
      if (!begun) return;
      startedAt.delete(id);
      samples.push(performance.now() - begun.atMs);
      next(begun.session);
    };
    for (let session = 0; session < inFlight; session += 1) next(session);
  });
  const seconds = (performance.now() - start) / 1_000;
  const cpu = process.cpuUsage(cpuBefore);
  const traffic = pair.traffic();
  const messages = traffic.messages - trafficBefore.messages;
  return {
    inFlight,
    roundTrip: spreadOf(samples),
    messagesPerSecond: Math.round(messages / seconds),
    messagesPerRequest: rounded(messages / (traffic.requests - trafficBefore.requests)),
    cpuMsPerMessage: Math.round(((cpu.user + cpu.system) / 1_000 / messages) * 1_000) / 1_000,
  };
}
