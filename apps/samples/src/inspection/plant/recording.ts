import { z } from 'zod';
import type { Plant, Sensor } from './plant';
import { affectedBy } from './affected-by';

const instant = z.iso.datetime().transform((text) => Date.parse(text));

const incident = z.object({
  equipment: z.string(),
  begins: instant,
  ends: instant.optional(),
  /** From the first sign to the whole effect; 0 for what breaks at once. */
  grows_minutes: z.number().min(0).default(0),
});
export type Incident = z.output<typeof incident>;

export const recordingFile = z.object({
  begins: instant,
  step_minutes: z.int().positive(),
  steps: z.int().positive(),
  incidents: z.array(incident),
  glitches: z.array(z.object({ sensor: z.string(), at: instant, reads: z.number() })),
});
export type Recording = z.output<typeof recordingFile>;

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

export const stepMs = ({ step_minutes }: Recording): number => step_minutes * MINUTE_MS;
/** When its last reading was taken. */
export const endMs = (recording: Recording): number => recording.begins + (recording.steps - 1) * stepMs(recording);

/**
 * The readings of a sensor from step `from` to before step `to`, rounded to hundredths. The same for ever: mean, the season of a day in two
 * harmonics, noise that follows from sensor and step, and what incidents upstream do to it.
 */
export function readingsOf(plant: Plant, recording: Recording, sensor: Sensor, from: number, to: number): number[] {
  const upsets = recording.incidents.flatMap((one) => {
    const delay = affectedBy(plant, one.equipment).get(sensor.equipment);
    return delay === undefined ? [] : [{ ...one, begins: one.begins + delay * MINUTE_MS }];
  });
  const seed = hashOf(sensor.id);
  const glitches = new Map(
    recording.glitches.filter(({ sensor: id }) => id === sensor.id).map(({ at, reads }) => [at, reads]),
  );
  return Array.from({ length: to - from }, (_, index) => {
    const step = from + index;
    const at = recording.begins + step * stepMs(recording);
    const turn = (2 * Math.PI * (at % DAY_MS)) / DAY_MS;
    const season = sensor.swing * (Math.sin(turn - 2) + 0.3 * Math.sin(2 * turn));
    const upset = upsets.reduce((sum, one) => sum + sensor.upset * shareAt(one, at), 0);
    const value = sensor.mean + season + upset + sensor.noise * normalOf(seed, step);
    return glitches.get(at) ?? Math.round(value * 100) / 100;
  });
}

/** How much of its whole effect an incident has at a time, 0 … 1. */
function shareAt({ begins, ends, grows_minutes: grows }: Incident, at: number): number {
  if (at < begins || (ends !== undefined && at >= ends)) return 0;
  return grows === 0 ? 1 : Math.min(1, (at - begins) / (grows * MINUTE_MS));
}

/** A draw from the normal distribution that follows from its name. */
export const normal = (name: string): number => normalOf(hashOf(name), 0);

/** A draw from (0, 1) that follows from its name. */
export const uniform = (name: string): number => uniformOf(hashOf(name), 0);

/** The draw of that number of a sequence (Box & Muller 1958). */
function normalOf(seed: number, index: number): number {
  const radius = Math.sqrt(-2 * Math.log(uniformOf(seed, 2 * index)));
  return radius * Math.cos(2 * Math.PI * uniformOf(seed, 2 * index + 1));
}

/** Finished as murmur3 does, since neighbours of a sequence have to be far apart. */
function uniformOf(seed: number, index: number): number {
  let hash = seed ^ Math.imul(index + 1, 0x9e3779b9);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) + 0.5) / 2 ** 32;
}

/** FNV-1a over the code points. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}
