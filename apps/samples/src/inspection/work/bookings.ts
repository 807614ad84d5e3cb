import type { FileEffectMemory } from '@plinth/skill-kit';
import type { Slot } from './free-slots';

/**
 * Which slots are taken, and by which booking. A slot has one booking, the first that was recorded, whoever asks at the same
 * time; the file of the memory outlives the process.
 */
export class Bookings {
  constructor(private readonly recorded: Pick<FileEffectMemory, 'once' | 'find'>) {}

  /** Whose the slot is; undefined while it is free. */
  of(slot: Slot): string | undefined {
    return numberIn(this.recorded.find(keyOf(slot)));
  }

  /** Takes the first of the slots that is free or is this booking's already; undefined when all are taken by others. */
  async takeFirst(slots: readonly Slot[], bookingNumber: string): Promise<Slot | undefined> {
    for (const slot of slots) {
      const record = await this.recorded.once(keyOf(slot), async () => ({ booking_number: bookingNumber }));
      if (numberIn(record) === bookingNumber) return slot;
    }
    return undefined;
  }
}

const keyOf = ({ engineer, beginsMs }: Slot): string => JSON.stringify([engineer.id, beginsMs]);

function numberIn(record: Record<string, unknown> | undefined): string | undefined {
  return typeof record?.['booking_number'] === 'string' ? record['booking_number'] : undefined;
}
