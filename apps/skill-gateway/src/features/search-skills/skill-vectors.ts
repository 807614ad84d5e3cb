import { EMBEDDING_OUTCOMES, failureOf, type Embedder, type EmbeddingOutcome } from '@plinth/embedding';
import { counter, gauge, zero } from '@plinth/telemetry';
import { meanVector } from '../../domain/choice/meaning';
import { skillText, type SkillText } from '../../domain/choice/skill-text';
import { USUAL_QUESTIONS } from '../../domain/choice/usual-questions';
import type { Catalogue } from '../../domain/catalogue/catalogue';
import type { SkillCatalogue } from '../../ports/skill-catalogue';

const BATCH = 16;

/**
 * The vectors of the baselines, made in the background. Owns them by the hash of the text that they were made from: a skill is asked about
 * once, however often it is registered or routed; what no skill says any more is dropped. V1: nobody who searches waits for one.
 */
export class SkillVectors {
  /** The mean of the usual questions; undefined until the model has been asked. */
  usual: readonly number[] | undefined;
  private readonly vectors = new Map<string, readonly number[]>();
  /** Texts that the model refuses; they are not sent again. */
  private readonly refused = new Set<string>();
  private texts: { readonly revision: number; readonly all: readonly SkillText[] } | undefined;
  private named:
    { readonly revision: number; readonly made: number; readonly map: Map<string, readonly number[]> } | undefined;
  private made = 0;

  constructor(
    private readonly catalogue: SkillCatalogue,
    readonly embedder: Embedder,
    private readonly timeoutMs: number,
  ) {
    zero('plinth_skill_embeddings_total', { purpose: ['question', 'skill'], outcome: [...EMBEDDING_OUTCOMES] });
    zero('plinth_skill_embeddings_waiting', {});
  }

  /** Of the skills that have one now, by name. */
  byName(): ReadonlyMap<string, readonly number[]> {
    const { revision, all } = this.current();
    if (this.named?.revision !== revision || this.named.made !== this.made) {
      const map = new Map<string, readonly number[]>();
      for (const { name, hash } of all) {
        const vector = this.vectors.get(hash);
        if (vector) map.set(name, vector);
      }
      this.named = { revision, made: this.made, map };
    }
    return this.named.map;
  }

  /** Asks about what has no vector until nothing waits. Throws where the model fails; what was made stays, the next run goes on. */
  async fill(): Promise<void> {
    for (;;) {
      const { all } = this.current();
      this.forget(all);
      const waiting = all.filter(({ hash }) => !this.vectors.has(hash) && !this.refused.has(hash));
      gauge('plinth_skill_embeddings_waiting').set({}, waiting.length);
      if (waiting.length === 0) return;
      this.usual ??= meanVector(await this.vectorsOf('question', USUAL_QUESTIONS));
      await this.ask(waiting.slice(0, BATCH));
    }
  }

  private async ask(texts: readonly SkillText[]): Promise<void> {
    try {
      const made = await this.vectorsOf(
        'skill',
        texts.map(({ text }) => text),
      );
      texts.forEach(({ hash }, at) => this.vectors.set(hash, made[at] ?? []));
      this.made += texts.length;
    } catch (error) {
      if (failureOf(error) !== 'refused') throw error;
      await this.setApart(texts);
    }
  }

  private async vectorsOf(purpose: 'question' | 'skill', texts: readonly string[]) {
    try {
      const role = purpose === 'skill' ? 'passage' : 'query';
      const made = await this.embedder.embed(texts, role, this.timeoutMs);
      countSkillEmbedding(purpose, 'embedded', texts.length);
      return made;
    } catch (error) {
      const failure = failureOf(error);
      if (failure !== undefined) countSkillEmbedding(purpose, failure, texts.length);
      throw error;
    }
  }

  /** A text that the model refuses is found by halves, so that no other skill waits for it. */
  private async setApart(texts: readonly SkillText[]): Promise<void> {
    const [only] = texts;
    if (only && texts.length === 1) {
      this.refused.add(only.hash);
      return;
    }
    const middle = Math.ceil(texts.length / 2);
    await this.ask(texts.slice(0, middle));
    await this.ask(texts.slice(middle));
  }

  private forget(all: readonly SkillText[]): void {
    const said = new Set(all.map(({ hash }) => hash));
    for (const hash of this.vectors.keys()) if (!said.has(hash)) this.vectors.delete(hash);
    for (const hash of this.refused) if (!said.has(hash)) this.refused.delete(hash);
  }

  private current(): { readonly revision: number; readonly all: readonly SkillText[] } {
    const catalogue = this.catalogue.current();
    if (this.texts?.revision !== catalogue.revision)
      this.texts = { revision: catalogue.revision, all: textsOf(catalogue) };
    return this.texts;
  }
}

export function countSkillEmbedding(purpose: 'question' | 'skill', outcome: EmbeddingOutcome, count = 1): void {
  counter('plinth_skill_embeddings_total').inc({ purpose, outcome }, count);
}

const textsOf = ({ skills }: Catalogue): readonly SkillText[] =>
  [...skills.values()].flatMap(({ rollout, versions, marks }) => {
    const contract = versions.get(rollout.baseline);
    return contract ? [skillText(contract.manifest, marks.get(rollout.baseline)?.origin?.name)] : [];
  });
