/** A listener of a channel; bound by whoever adds it to the asynchronous context in which it shall run. */
export type OnPayload = (payload: string) => void;

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
    // Its own function, so that one listener added twice is called twice and removed one by one.
    const own: OnPayload = (payload) => onPayload(payload);
    this.channels.set(channel, listeners.add(own));
    const remove = () => {
      if (!listeners.delete(own) || listeners.size > 0) return false;
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

  clear(): void {
    this.channels.clear();
  }
}
