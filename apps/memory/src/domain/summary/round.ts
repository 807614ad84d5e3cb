/** What the user said and what was answered; the unit of a dialogue that windows and summaries keep or shorten. */
export interface Round {
  readonly id: string;
  readonly said: string;
  readonly replied?: string;
  /** By the user's clock “yesterday” counts from here. */
  readonly saidAtMs: number;
}

export type Speaker = 'user' | 'assistant';

/** The messages of a round in order. */
export function messagesOf({ said, replied }: Round): { speaker: Speaker; text: string }[] {
  return [
    { speaker: 'user' as const, text: said },
    ...(replied === undefined || replied === '' ? [] : [{ speaker: 'assistant' as const, text: replied }]),
  ];
}

/** How a dialogue is to be read. */
export interface Reading {
  /** IANA time zone of the user. */
  readonly timeZone: string;
  /** By nickname or other form: the name that stands in summaries. */
  readonly names?: ReadonlyMap<string, string>;
}
