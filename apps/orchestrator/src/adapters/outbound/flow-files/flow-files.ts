import { join } from 'node:path';
import { PermanentError } from '@plinth/kernel';
import { WatchedFolder, type FolderFile } from '@plinth/platform';
import type { Logger } from '@plinth/telemetry';
import type { Flow } from '../../../domain/flow/flow';
import { parseFlow } from '../../../domain/flow/parse-flow';
import { FlowLibrary } from '../../../ports/flow-library';

export interface FlowFilesOptions {
  readonly folder: string;
  readonly archive: { store(flows: readonly Flow[]): Promise<void>; fetch(hash: string): Promise<Flow | undefined> };
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/**
 * The flows of one folder. Owns the versions seen.
 * 1. A version is in the archive before any turn can pin it (T4).
 * 2. At the start a missing folder and any fault of a file are thrown; later they are logged, and the last good flows hold.
 */
export class FlowFiles extends FlowLibrary {
  private readonly versions = new Map<string, Flow>();
  private readonly files: WatchedFolder<readonly Flow[], string>;

  constructor(private readonly options: FlowFilesOptions) {
    super();
    const { folder, log } = options;
    this.files = new WatchedFolder({
      ...{ folder, what: 'flows', setting: 'PLINTH_FLOWS_DIR', log },
      read: (files) => readFlows(folder, files),
      keep: (flows) => this.keep(flows),
    });
  }

  /** Reads the folder; throws PermanentError `flows_missing`, or `flow_invalid` with every file at fault. */
  async open(): Promise<void> {
    await this.files.look();
    const { faults } = this.files;
    if (faults.length > 0)
      throw new PermanentError('flow_invalid', ['Flow files are at fault:', ...faults].join('\n  '));
  }

  watch(): void {
    this.files.watch();
  }

  close(): Promise<void> {
    return this.files.close();
  }

  current(): readonly Flow[] {
    return this.files.current() ?? [];
  }

  byHash(hash: string): Flow | undefined {
    return this.versions.get(hash);
  }

  async fetch(hash: string): Promise<void> {
    const flow = await this.options.archive.fetch(hash);
    if (flow) this.versions.set(flow.hash, flow);
  }

  /** Takes what has changed in the folder. */
  reload(): Promise<void> {
    return this.files.look();
  }

  private async keep(flows: readonly Flow[]): Promise<void> {
    await this.options.archive.store(flows);
    for (const flow of flows) this.versions.set(flow.hash, flow);
    if (this.files.current())
      this.options.log.info({ flows: flows.map(({ definition }) => definition.name) }, 'flows were reloaded');
  }
}

function readFlows(
  folder: string,
  files: readonly FolderFile[],
): readonly Flow[] | { readonly faults: readonly string[] } {
  const faults: string[] = [];
  const flows = new Map<string, Flow>();
  for (const { name: file, text } of files) {
    const path = join(folder, file);
    const parsed = parseFlow(text);
    if ('faults' in parsed)
      faults.push(...parsed.faults.map((fault) => `${path}: ${fault.path || 'the file'}: ${fault.message}`));
    else if (flows.has(parsed.flow.definition.name))
      faults.push(`${path}: name: '${parsed.flow.definition.name}' is the name of another file's flow`);
    else flows.set(parsed.flow.definition.name, parsed.flow);
  }
  return faults.length > 0 ? { faults } : [...flows.values()];
}
