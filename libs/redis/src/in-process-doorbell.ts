import { AsyncResource } from 'node:async_hooks';
import { ChannelListeners } from '@plinth/kernel';
import { Doorbell } from './doorbell';
import { warn } from './redis-connection';

/** The doorbell of a single process. */
export class InProcessDoorbell extends Doorbell {
  private readonly listeners: ChannelListeners;

  constructor(report: (error: unknown) => void = warn) {
    super();
    this.listeners = new ChannelListeners(report);
  }

  ring(channel: string, payload: string): void {
    setImmediate(() => {
      this.listeners.ring(channel, payload);
    });
  }

  subscribe(channel: string, onRing: (payload: string) => void): Promise<() => Promise<void>> {
    const { remove } = this.listeners.add(channel, AsyncResource.bind(onRing));
    return Promise.resolve(() => {
      remove();
      return Promise.resolve();
    });
  }

  close(): Promise<void> {
    this.listeners.clear();
    return Promise.resolve();
  }
}
