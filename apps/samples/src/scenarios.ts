import { join } from 'node:path';
import { FileEffectMemory, type Skill } from '@plinth/skill-kit';
import { Refunds } from './customer-service/refunds';
import { loadShop } from './customer-service/shop';
import { customerServiceSkills } from './customer-service/skills';
import { loadCourse } from './education/school/load-course';
import { educationSkills } from './education/skills';
import { loadSite } from './inspection/plant/load-site';
import { inspectionSkills } from './inspection/skills';
import { Bookings } from './inspection/work/bookings';

/** The skills of a scenario, and the files that they keep open. */
export interface OpenScenario {
  readonly skills: readonly Skill[];
  readonly close: () => Promise<void>;
}

/** What each scenario needs; the files stand in `folder`. */
const OPEN = {
  'customer-service': async (folder) => {
    const refunds = await FileEffectMemory.open(join(folder, 'refunds.jsonl'));
    return { skills: customerServiceSkills(loadShop(), new Refunds(refunds)), close: () => refunds.close() };
  },
  inspection: async (folder) => {
    const bookings = await FileEffectMemory.open(join(folder, 'bookings.jsonl'));
    return { skills: inspectionSkills(loadSite(), new Bookings(bookings)), close: () => bookings.close() };
  },
  education: async () => ({ skills: educationSkills(loadCourse()), close: async () => undefined }),
} as const satisfies Record<string, (folder: string) => Promise<OpenScenario>>;

export type Scenario = keyof typeof OPEN;
export const SCENARIOS = Object.keys(OPEN) as readonly Scenario[];

export const isScenario = (name: string): name is Scenario => Object.hasOwn(OPEN, name);

export async function openScenarios(scenarios: readonly Scenario[], folder: string): Promise<OpenScenario> {
  const open = await Promise.all(scenarios.map((scenario): Promise<OpenScenario> => OPEN[scenario](folder)));
  return {
    skills: open.flatMap(({ skills }) => skills),
    close: async () => void (await Promise.all(open.map(({ close }) => close()))),
  };
}
