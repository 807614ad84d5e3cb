import { refuse, type Refusal } from '@plinth/kernel';
import type { RegisteredVersion } from '../../domain/catalogue/catalogue';
import { readManifest } from '../../domain/contract/skill-contract';
import type { QuarantinedTool, ToolList } from '../../domain/imports/imported-tool';
import { planImport } from '../../domain/imports/plan-import';
import { readOpenApi } from '../../domain/imports/read-openapi';
import { readFunctionTools, readMcpTools } from '../../domain/imports/read-tool-list';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import type { SkillRegistry } from '../../ports/skill-registry';
import type { ToolSource } from '../../ports/tool-source';

export interface ImportWish {
  /** Stands before the name of every tool. */
  readonly namespace: string;
  readonly from:
    | { readonly kind: 'mcp'; readonly url: string }
    /** The document itself, or where it lies; its servers may be named relative to that. */
    | { readonly kind: 'openapi'; readonly url?: string | undefined; readonly document?: unknown }
    /** Tools as models are told of them, and the provider that serves them. */
    | { readonly kind: 'tools'; readonly url: string; readonly tools: readonly unknown[] };
}

export interface Imported {
  readonly versions: readonly RegisteredVersion[];
  readonly unchanged: readonly string[];
  readonly quarantined: readonly QuarantinedTool[];
}

/**
 * Takes over what others describe as skills, in state `imported` (S2, S4). Imported twice, or by two replicas at once, it is registered
 * once: the names and versions follow from the descriptions and from what is there. A tool at fault keeps itself out, and no other.
 */
export class ImportSkills {
  constructor(
    private readonly source: ToolSource,
    private readonly registry: SkillRegistry,
    private readonly catalogue: SkillCatalogue,
  ) {}

  /** Throws TransientError when what is imported, or the store, cannot be reached. */
  async import({ namespace, from }: ImportWish): Promise<Imported | Refusal> {
    const list = await this.listed(from);
    if ('unusable' in list)
      return refuse('invalid', 'document_unusable', `The document ${list.unusable}.`, AT_DOCUMENT);
    await this.catalogue.refresh();
    const plan = planImport(namespace, list.tools, this.catalogue.current(), (manifest) => {
      const read = readManifest(manifest, 'imported');
      return 'faults' in read ? read.faults : [];
    });
    await this.registry.register(plan.versions);
    await this.catalogue.refresh();
    return { ...plan, quarantined: [...list.quarantined, ...plan.quarantined] };
  }

  private async listed(from: ImportWish['from']): Promise<ToolList | { readonly unusable: string }> {
    switch (from.kind) {
      case 'mcp':
        return readMcpTools(await this.source.mcpTools(from.url), from.url);
      case 'openapi': {
        const { url, document = url === undefined ? undefined : await this.source.document(url) } = from;
        return readOpenApi(document, url);
      }
      case 'tools':
        return readFunctionTools(from.tools, from.url);
    }
  }
}

const AT_DOCUMENT = { field: 'document', rule: 'openapi' };
