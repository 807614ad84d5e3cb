import type { Catalogue } from '../domain/catalogue/catalogue';

/** What serves now, in memory. Keeps its last state while the store is away. */
export abstract class SkillCatalogue {
  /** Throws TransientError `catalogue_not_loaded` before the first load. */
  abstract current(): Catalogue;
  /** Loads again if the registry has changed; resolves when what this process wrote before is in `current`. */
  abstract refresh(): Promise<void>;
}
