import { AsyncResource } from 'node:async_hooks';

type OnPayload = (payload: string) => void;

/** Who listens to which channel, in this process. */
export class ChannelListeners {
  private readonly channels = new Map<string, Set<OnPayload>>();

  /** `report` hears of a listener that threw; the other listeners are served all the same. */
  constructor(private readonly report: (error: unknown) => void) {}

  get names(): readonly string[] {
    return [...this.channels.keys()];
  }

  /** Answers whether this is the channel's first listener, and how to remove it (which answers whether it was the last). */
  add(channel: string, onPayload: OnPayload): { readonly first: boolean; readonly remove: () => boolean } {
    const listeners = this.channels.get(channel) ?? new Set();
    const first = listeners.size === 0;
    // In the subscriber's context, not in that of whoever's work brought the notification.
    const bound = AsyncResource.bind(onPayload);
    this.channels.set(channel, listeners.add(bound));
    const remove = () => {
      if (!listeners.delete(bound) || listeners.size > 0) return false;
      this.channels.delete(channel);
      return true;
    };
    return { first, remove };
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
}
