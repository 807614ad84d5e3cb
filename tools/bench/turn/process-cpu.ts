import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** What /proc/<pid>/stat says of a process: CPU time in ticks, user and system together. */
export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  readonly ownTicks: number;
  /** Of children that have ended and were waited for. */
  readonly reapedTicks: number;
}

/** The program's name may hold spaces and brackets, so fields are counted from its last bracket. */
export function parseStat(text: string): ProcessStat {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3]);
  return {
    pid: Number.parseInt(text, 10),
    parent: field(4),
    ownTicks: field(14) + field(15),
    reapedTicks: field(16) + field(17),
  };
}

export type ProcessTable = ReadonlyMap<number, ProcessStat>;

export function readProcessTable(): ProcessTable {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const text = readIfAlive(`/proc/${pid}/stat`);
      return text === undefined ? [] : [parseStat(text)];
    });
  return new Map(stats.map((stat) => [stat.pid, stat]));
}

/** CPU ticks of a process, its ended children and, in a tree, its living descendants. Throws when the process is not there. */
export function ticksOf(table: ProcessTable, pid: number, tree: boolean): number {
  const stat = table.get(pid);
  if (!stat) throw new Error(`process ${pid} is gone: what it used cannot be told`);
  const children = tree ? [...table.values()].filter(({ parent }) => parent === pid) : [];
  return stat.ownTicks + stat.reapedTicks + children.reduce((sum, child) => sum + ticksOf(table, child.pid, true), 0);
}

/** CPU ticks of the whole machine that were not idle. */
export function readMachineTicks(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = readFileSync('/proc/stat', 'utf8')
    .slice(0, 200)
    .split('\n', 1)
    .join('')
    .replace(/^cpu\s+/, '')
    .split(' ')
    .map(Number);
  return user + nice + system + irq + softirq + steal;
}

export const readTickMs = (): number =>
  1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).trim());

function readIfAlive(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}
