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
      /** Said with a doubt (“好像是…”, “I think”): to be asked, not to be believed (M12). */
      readonly doubted?: boolean;
    }
  /** “no, it is Y”, “not A but Y”, “make it Y”: without a key, the slot is found by `from`, by the type of the value, or by recency (unless `typedOnly`). */
  | {
      readonly act: 'correct';
      readonly value: string;
      readonly from?: string;
      /** The particular of whoever was spoken of last: `name`, `phone`. */ readonly of?: string;
      /** To be asked, not believed. */ readonly doubted?: boolean;
      readonly typedOnly: boolean;
    }
  /**
   * What held holds no more: the slots of `keys`, else those whose value is named by `value`, of `among` where given. `otherwise`: what
   * the clause states where there is nothing to end (“我不吃辣了”).
   */
  | {
      readonly act: 'expire';
      readonly keys: readonly string[];
      readonly value?: string;
      readonly among?: readonly string[];
      readonly otherwise?: SpeechAct & { readonly act: 'declare' };
    }
  | { readonly act: 'undo' }
  | { readonly act: 'consent'; readonly answer: 'yes' | 'no' }
  /** `named`: the user claimed the attribute (“my X”), so that not knowing it is an answer too. */
  | { readonly act: 'ask'; readonly key: string; readonly named: boolean }
  /** Something named in passing that the task is about; `corrects` after “no,” or “never mind,”. */
  | { readonly act: 'mention'; readonly anchor: Anchor; readonly corrects: boolean };
