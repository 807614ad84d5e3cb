import type { TurnView } from '@plinth/testing';
import type { Palette } from './paint';

type Events = NonNullable<TurnView['events']>;

export interface TimelineRow {
  readonly service: string;
  readonly what: string;
  /** From the acceptance of the turn to the start of the work. */
  readonly offsetMs: number;
  /** Undefined: a moment, not a stretch of time. */
  readonly durationMs: number | undefined;
}

const BAR_COLUMNS = 36;

/** What happened in a turn, in order: answers of services with the time that they took, and moments of the session itself. */
export function timelineRows(turn: TurnView): readonly TimelineRow[] {
  const events = turn.events ?? [];
  const startMs = Date.parse(events[0]?.at ?? '');
  const skills = turn.steps.filter(({ name }) => name === 'skill.invoke');
  const verdicts = events.filter(isVerdict);
  return events.map((event) => {
    const endMs = Date.parse(event.at) - startMs;
    const { duration_ms: durationMs } = event;
    return {
      service: event.service,
      what: [plainName(event), detailOf(event, turn, skills, verdicts)].filter(Boolean).join(' '),
      offsetMs: Math.max(0, endMs - (durationMs ?? 0)),
      durationMs,
    };
  });
}

const plainName = ({ type }: Events[number]): string => type.replace(/\.v\d+$/, '');

const isVerdict = ({ type }: Events[number]): boolean => type.startsWith('verdict.');

/** Skill events name their skill by the steps, which come in the same order; of several verdicts each has its round. */
function detailOf(
  event: Events[number],
  turn: TurnView,
  skills: TurnView['steps'][number][],
  verdicts: Events,
): string {
  const { type } = event;
  if (type.startsWith('skill.')) {
    const step = skills.shift();
    return step ? `${step.skill ?? ''} ${step.version ?? ''}`.trim() : '';
  }
  if (isVerdict(event))
    return verdicts.length > 1 ? `round ${verdicts.indexOf(event) + 1}` : (turn.reflection?.outcome ?? '');
  return '';
}

/** Lines for a terminal: service, event, bar, offset, duration. */
export function timelineLines(rows: readonly TimelineRow[], palette: Palette): readonly string[] {
  const totalMs = Math.max(1, ...rows.map(({ offsetMs, durationMs }) => offsetMs + (durationMs ?? 0)));
  const serviceWidth = Math.max(0, ...rows.map(({ service }) => service.length));
  const whatWidth = Math.max(0, ...rows.map(({ what }) => what.length));
  return rows.map((row) =>
    [
      palette.ofService(row.service)(row.service.padEnd(serviceWidth)),
      row.what.padEnd(whatWidth),
      palette.ofService(row.service)(barOf(row, totalMs)),
      palette.dim(`+${row.offsetMs}`.padStart(6)),
      row.durationMs === undefined ? '' : `${row.durationMs} ms`.padStart(8),
    ]
      .join('  ')
      .trimEnd(),
  );
}

function barOf({ offsetMs, durationMs }: TimelineRow, totalMs: number): string {
  const columnOf = (ms: number): number => Math.min(BAR_COLUMNS - 1, Math.floor((ms / totalMs) * BAR_COLUMNS));
  const from = columnOf(offsetMs);
  const until = Math.max(from + 1, columnOf(offsetMs + (durationMs ?? 0)));
  const mark = durationMs === undefined ? '·' : '█'.repeat(until - from);
  return `${' '.repeat(from)}${mark}`.padEnd(BAR_COLUMNS);
}
