import type { Anchor } from '@plinth/contracts';

/** What a user does with one clause of a text, as far as memory is concerned. */
export type SpeechAct =
  /** “my X is Y”; `durable`: may become a profile fact once confirmed (M12). */
  | {
      readonly act: 'declare';
      readonly kind: 'facts' | 'state';
      readonly key: string;
      readonly value: string;
      readonly durable: boolean;
      /** A key that may hold several values: each gets a number of its own. */
      readonly many: boolean;
      /** Said as a correction of what stood before. */
      readonly corrects: boolean;
    }
  /** “no, it is Y”, “not A but Y”, “make it Y”: without a key, the slot is found by `from`, by the type of the value, or by recency (unless `typedOnly`). */
  | { readonly act: 'correct'; readonly value: string; readonly from?: string; readonly typedOnly: boolean }
  | { readonly act: 'undo' }
  | { readonly act: 'consent'; readonly answer: 'yes' | 'no' }
  /** `named`: the user claimed the attribute (“my X”), so that not knowing it is an answer too. */
  | { readonly act: 'ask'; readonly key: string; readonly named: boolean }
  /** Something named in passing that the task is about; `corrects` after “no,” or “never mind,”. */
  | { readonly act: 'mention'; readonly anchor: Anchor; readonly corrects: boolean };
