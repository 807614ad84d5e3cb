import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { inspectionFolder } from '../../sample-folder';
import { manualSection, type ManualSection } from '../manual/manual-section';
import { booking, engineer, type Booking, type Engineer } from '../work/engineer';
import { plantFile, plantOf, type Plant } from './plant';
import { recordingFile, type Recording } from './recording';

/** What the inspection skills know; read once, never written. */
export interface Site {
  readonly plant: Plant;
  readonly recording: Recording;
  readonly manuals: readonly ManualSection[];
  readonly engineers: readonly Engineer[];
  readonly calendar: readonly Booking[];
}

export function loadSite(folder = join(inspectionFolder, 'data')): Site {
  const read = <T>(file: string, schema: z.ZodType<T>): T =>
    schema.parse(parse(readFileSync(join(folder, file), 'utf8')));
  return {
    plant: plantOf(read('plant.yaml', plantFile)),
    recording: read('recording.yaml', recordingFile),
    manuals: read('manuals.yaml', z.array(manualSection)),
    engineers: read('engineers.yaml', z.array(engineer)),
    calendar: read('calendar.yaml', z.array(booking)),
  };
}
