import { AsyncResource } from 'node:async_hooks';

type OnRing = (payload: string) => void;

/** Who listens to which channel, in this process. */
export class ChannelListeners {
  private readonly channels = new Map<string, Set<OnRing>>();

  /** `report` hears of a listener that threw; the other listeners are served all the same. */
  constructor(private readonly report: (error: unknown) => void) {}

  get names(): readonly string[] {
    return [...this.channels.keys()];
  }

  /** Answers how to remove the listener, which answers whether it was the channel's last. */
  add(channel: string, onRing: OnRing): { readonly remove: () => boolean } {
    const listeners = this.channels.get(channel) ?? new Set();
    // In the subscriber's context, not in that of whoever's work brought the ring.
    const bound = AsyncResource.bind(onRing);
    this.channels.set(channel, listeners.add(bound));
    const remove = () => {
      if (!listeners.delete(bound) || listeners.size > 0) return false;
      this.channels.delete(channel);
      return true;
    };
    return { remove };
  }

  ring(channel: string, payload: string): void {
    for (const listener of this.channels.get(channel) ?? []) {
      try {
        listener(payload);
      } catch (error) {
        this.report(error);
      }
    }
  }

  clear(): void {
    this.channels.clear();
  }
}
