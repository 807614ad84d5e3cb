import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PermanentError, Repeating } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import type { Flow } from '../../../domain/flow/flow';
import { parseFlow } from '../../../domain/flow/parse-flow';
import { FlowLibrary } from '../../../ports/flow-library';

export interface FlowFilesOptions {
  readonly folder: string;
  readonly archive: { store(flows: readonly Flow[]): Promise<void>; fetch(hash: string): Promise<Flow | undefined> };
  readonly log: Pick<Logger, 'info' | 'error'>;
}

const RELOAD_MS = 1_000;
const UNUSABLE = 'the flow files are not usable: the last good set stays';

/**
 * The `*.yaml` and `*.yml` of a folder. Owns the current set, the versions seen, and the poll.
 * 1. The set changes as a whole: if any file is at fault, the last good set stays and the file is named with path and reason.
 * 2. A version is in the archive before any turn can pin it (T4).
 * 3. At the start a missing folder and any fault of a file are thrown; later they are reported once, until the folder changes again.
 */
export class FlowFiles extends FlowLibrary {
  private flows: readonly Flow[] = [];
  private readonly versions = new Map<string, Flow>();
  private seen = '';
  private fault: string | undefined;
  private readonly watching: Repeating;

  constructor(private readonly options: FlowFilesOptions) {
    super();
    this.watching = new Repeating(
      () => this.reload(),
      RELOAD_MS,
      (error) => options.log.error({ err: error }, UNUSABLE),
    );
  }

  /** Reads the folder; throws PermanentError `flows_missing`, or `flow_invalid` with every file at fault. */
  async open(): Promise<void> {
    await this.load();
  }

  watch(): void {
    this.watching.start();
  }

  close(): Promise<void> {
    return this.watching.stop();
  }

  current(): readonly Flow[] {
    return this.flows;
  }

  byHash(hash: string): Flow | undefined {
    return this.versions.get(hash);
  }

  async fetch(hash: string): Promise<void> {
    const flow = await this.options.archive.fetch(hash);
    if (flow) this.versions.set(flow.hash, flow);
  }

  /** Looks at the folder and takes what has changed; a file at fault is reported once per change. Throws what else goes wrong. */
  async reload(): Promise<void> {
    try {
      if (await this.load())
        this.options.log.info({ flows: this.flows.map(({ definition }) => definition.name) }, 'flows were reloaded');
    } catch (error) {
      if (!(error instanceof PermanentError) || error.code !== 'flow_invalid') throw error;
      if (error.message !== this.fault) this.options.log.error({ err: error }, UNUSABLE);
      this.fault = error.message;
    }
  }

  private async load(): Promise<boolean> {
    const { folder, archive } = this.options;
    const paths = await flowPaths(folder);
    const stamps = await Promise.all(paths.map(async (path) => [path, (await stat(path)).mtimeMs]));
    const seen = JSON.stringify(stamps);
    if (seen === this.seen) return false;
    const flows = await readFlows(paths);
    await archive.store(flows);
    for (const flow of flows) this.versions.set(flow.hash, flow);
    this.flows = flows;
    this.fault = undefined;
    this.seen = seen;
    return true;
  }
}

async function flowPaths(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new PermanentError(
      'flows_missing',
      `There is no folder of flows at ${folder} (PLINTH_FLOWS_DIR).`,
      {},
      { cause: error },
    );
  });
  return names
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

async function readFlows(paths: readonly string[]): Promise<readonly Flow[]> {
  const faults: string[] = [];
  const flows = new Map<string, Flow>();
  for (const path of paths) {
    const parsed = parseFlow(await readFile(path, 'utf8'));
    if ('faults' in parsed)
      faults.push(...parsed.faults.map((fault) => `${path}: ${fault.path || 'the file'}: ${fault.message}`));
    else if (flows.has(parsed.flow.definition.name))
      faults.push(`${path}: name: '${parsed.flow.definition.name}' is the name of another file's flow`);
    else flows.set(parsed.flow.definition.name, parsed.flow);
  }
  if (faults.length > 0) throw new PermanentError('flow_invalid', ['Flow files are at fault:', ...faults].join('\n  '));
  return [...flows.values()];
}
