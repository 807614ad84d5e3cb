import type { Plant } from '../plant/plant';

/** What the sensors say: since when each that is off is off, and which are as ever. */
export interface Evidence {
  readonly anomalies: readonly { readonly sensor: string; readonly onsetMs: number }[];
  readonly healthy: readonly string[];
}

/** Every piece of equipment at which a sensor is off, once. */
export function equipmentOff({ sensors }: Plant, { anomalies }: Evidence): string[] {
  return [...new Set(anomalies.flatMap(({ sensor }) => sensors.get(sensor)?.equipment ?? []))];
}
