import { isRefusal, Repeating } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import { mcpImportsIn, type RepeatableImport } from '../../../domain/imports/imported-from';
import type { ImportSkills } from '../../../features/import-skills/import-skills';
import type { SkillCatalogue } from '../../../ports/skill-catalogue';

/** Servers say that their tools have changed only while they are connected; how often they are asked all the same. */
const AGAIN_AFTER_MS = 15_000;

/**
 * Keeps what was imported from MCP servers up with them: what has changed there comes in as a new version. Says once what keeps a tool out,
 * and once that a server is away. On several replicas each asks; what they find is registered once.
 */
export class ImportWatch {
  private readonly said = new Map<string, string>();
  private readonly repeating: Repeating;

  constructor(
    private readonly catalogue: SkillCatalogue,
    private readonly importSkills: ImportSkills,
    private readonly logger: Logger,
    everyMs = AGAIN_AFTER_MS,
  ) {
    this.repeating = new Repeating(
      () => this.askAll(),
      everyMs,
      (error) => logger.error({ err: error }, 'imports could not be repeated'),
    );
  }

  start(): void {
    this.repeating.start();
  }

  stop(): Promise<void> {
    return this.repeating.stop();
  }

  /** Hears that the tools of some server have changed. */
  wake(): void {
    this.repeating.wake();
  }

  async askAll(): Promise<void> {
    for (const each of mcpImportsIn(this.catalogue.current())) await this.ask(each);
  }

  private async ask({ namespace, url }: RepeatableImport): Promise<void> {
    try {
      const imported = await this.importSkills.import({ namespace, from: { kind: 'mcp', url } });
      if (isRefusal(imported)) return;
      const { versions, quarantined } = imported;
      for (const { manifest } of versions)
        this.logger.info(
          { skill: manifest.name, version: manifest.version, url },
          'A tool has changed and was imported',
        );
      this.sayOnce(url, JSON.stringify(quarantined), () => {
        if (quarantined.length > 0) this.logger.warn({ url, quarantined }, 'Tools are at fault; they stay out');
      });
    } catch (error) {
      this.sayOnce(url, 'away', () => this.logger.warn({ err: error, url }, 'A server of tools does not answer'));
    }
  }

  private sayOnce(url: string, what: string, say: () => void): void {
    if (this.said.get(url) === what) return;
    this.said.set(url, what);
    say();
  }
}
