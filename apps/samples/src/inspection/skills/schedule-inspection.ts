import { languageOf } from '@plinth/contracts';
import { deriveId } from '@plinth/kernel';
import { defineSkill, SkillError, type Skill, type SkillContext } from '@plinth/skill-kit';
import { z } from 'zod';
import type { Site } from '../plant/load-site';
import { endMs } from '../plant/recording';
import type { Bookings } from '../work/bookings';
import { freeSlots, type Slot } from '../work/free-slots';
import { equipmentOf, UNKNOWN_EQUIPMENT } from './site-errors';

const input = z.object({
  equipment_id: z.string().min(1).max(64),
  /** Hours from the end of the recording within which it has to be looked at. */
  within_hours: z.int().min(1).max(336).default(168),
});

/** Books what it is asked for once: the number follows from the key, and a slot belongs to the first number that took it. */
export function scheduleInspection({ plant, recording, engineers, calendar }: Site, bookings: Bookings): Skill {
  const now = endMs(recording);
  const slotsFor = ({ equipment_id, within_hours }: z.output<typeof input>): Slot[] => {
    const { kind } = equipmentOf(plant, equipment_id);
    const until = now + within_hours * 3_600_000;
    return freeSlots(engineers, calendar, kind, now).filter(({ endsMs }) => endsMs <= until);
  };
  const told = (slot: Slot | undefined, booking_number: string, { locale }: SkillContext) => {
    if (!slot) throw new SkillError('no_slot_free', 'No engineer for that equipment is free in time.');
    const { engineer, beginsMs, endsMs } = slot;
    return {
      ...{ booking_number, engineer_id: engineer.id, engineer: engineer.name[languageOf(locale)] },
      ...{ begins: new Date(beginsMs).toISOString(), ends: new Date(endsMs).toISOString() },
    };
  };
  return defineSkill({
    name: 'schedule_inspection',
    version: '1.0.0',
    description: 'Books the earliest free slot of an engineer who may inspect that kind of equipment.',
    trigger: 'a diagnosis says that somebody has to look at equipment, and the user agrees; 安排检修、预约巡检',
    effect: 'write',
    confirmationRequired: true,
    receipt: ['booking_number'],
    shadow: 'dry_run',
    keyFields: ['booking_number', 'engineer', 'begins'],
    input,
    output: z.object({
      ...{ booking_number: z.string(), engineer_id: z.string(), engineer: z.string() },
      ...{ begins: z.iso.datetime(), ends: z.iso.datetime() },
    }),
    errors: [
      UNKNOWN_EQUIPMENT,
      { code: 'no_slot_free', retryable: false, description: 'No engineer for that equipment is free in time.' },
    ],
    p95Ms: 500,
    async run(args, context) {
      const number = `IN-${deriveId(context.tenant, 'inspection', context.idempotencyKey).slice(0, 8).toUpperCase()}`;
      return told(await bookings.takeFirst(slotsFor(args), number), number, context);
    },
    dryRun: (args, context) =>
      told(
        slotsFor(args).find((slot) => bookings.of(slot) === undefined),
        'none',
        context,
      ),
  });
}
