import type { ServiceName } from '@plinth/contracts';

export type Paint = (text: string) => string;

export interface Palette {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly ofService: (service: string) => Paint;
}

const SERVICE_COLOURS: Readonly<Record<string, number>> = {
  orchestrator: 36,
  memory: 35,
  'skill-gateway': 33,
  reflection: 32,
} satisfies Record<ServiceName, number>;

/** Colours for a terminal; plain text where the output is a file or NO_COLOR is set. */
export function paletteFor(coloured: boolean): Palette {
  const paint =
    (code: number): Paint =>
    (text) =>
      coloured ? `\u001b[${code}m${text}\u001b[0m` : text;
  return {
    bold: paint(1),
    dim: paint(2),
    red: paint(31),
    green: paint(32),
    yellow: paint(33),
    ofService: (service) => paint(SERVICE_COLOURS[service] ?? 37),
  };
}
