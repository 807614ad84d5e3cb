import type { memoryAssemble, DataOf } from '@plinth/contracts';
import { recallQuery, type RecallQuery } from '../../domain/recall/recall-query';
import { readUtterance, type Reading } from '../../domain/utterance/read-utterance';
import type { KnownPerson } from '../../ports/turn-ledger';

type Said = DataOf<typeof memoryAssemble>;

/** What a turn says to memory, and what it is searched by. */
export interface TurnReading extends Reading {
  readonly query: RecallQuery;
}

export function readTurn(data: Said, nowMs: number, contacts: readonly KnownPerson[] = []): TurnReading {
  const at = { nowMs, timeZone: data.time_zone, contacts };
  const reading = readUtterance(data.text, at);
  return { ...reading, query: recallQuery(reading.text, at) };
}

/** Read again by the names that the user gives to those whom the text names; what it is searched by stays. */
export function heardBy(
  data: Said,
  nowMs: number,
  contacts: readonly KnownPerson[],
  reading: TurnReading,
): TurnReading {
  return contacts.length === 0 ? reading : { ...readTurn(data, nowMs, contacts), query: reading.query };
}
