import { z } from 'zod';
import type { TaskSchema, TaskSlot } from './task-schema';

const text = z.string().min(1).max(200);

/** What the tenant's tasks need from a dialogue. Without labels a slot is called by the last part of its name. */
export const taskSlotSchema = z
  .strictObject({
    name: text,
    labels: z.array(text).max(32).optional(),
    description: z.string().max(1_000).optional(),
    values: z.array(text).max(500).optional(),
    service: text.optional(),
    default: text.optional(),
  })
  .transform(({ name, labels, description, values, service, default: given }): TaskSlot => ({
    name,
    labels: labels ?? [(name.split('.').at(-1) ?? name).replaceAll('_', ' ')],
    ...(description === undefined ? {} : { description }),
    ...(values === undefined ? {} : { values }),
    ...(service === undefined ? {} : { service }),
    ...(given === undefined ? {} : { default: given }),
  }));

export const taskSlotsPolicySchema = z
  .array(taskSlotSchema)
  .max(500)
  .refine((slots) => new Set(slots.map(({ name }) => name)).size === slots.length, 'two slots have the same name')
  .prefault([])
  /** One object a policy: what the trackers make of a schema is kept with it. */
  .transform((slots): TaskSchema => ({ slots }));
