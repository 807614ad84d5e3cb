import { createHash } from 'node:crypto';
import { languageOf, type Attachment } from '@plinth/contracts';
import { deriveId, type Clock } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import type { SkillContract } from '../../domain/contract/skill-contract';
import type { SkillReply } from '../../domain/outcome/skill-reply';
import { isLong, summariseResult } from '../../domain/summary/summarise-result';
import type { AttachmentStore } from '../../ports/attachment-store';
import type { Invocation } from '../../ports/invocation-ledger';

/**
 * Gives a long result the summary that reaches prompts, and keeps it whole as an attachment (S12). What succeeded stays a success: where
 * the store is away, or the user was erased meanwhile, the reply has its summary and no reference.
 */
export class ShortenResult {
  constructor(
    private readonly store: AttachmentStore,
    private readonly clock: Clock,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** `madeAtMs`: when the command was made; of one with a row the row tells whether its user was erased. A short result comes back as it is. Never throws. */
  async shorten(
    { manifest }: Pick<SkillContract, 'manifest'>,
    invocation: Invocation,
    locale: string,
    madeAtMs: number | undefined,
    reply: SkillReply,
  ): Promise<SkillReply> {
    if (reply.kind === 'failed' || !isLong(reply.data.result)) return reply;
    const { data } = reply;
    const summary = summariseResult(manifest, data.result, languageOf(locale));
    const attachment = await this.keep(invocation, data, madeAtMs ?? Number.MAX_SAFE_INTEGER);
    return { kind: 'succeeded', data: { ...data, summary, ...(attachment && { attachment }) } };
  }

  private async keep(
    { origin, userId }: Invocation,
    { skill, version, result }: Extract<SkillReply, { kind: 'succeeded' }>['data'],
    madeAtMs: number,
  ): Promise<Attachment | undefined> {
    const { tenant, commandId } = origin;
    const written = JSON.stringify(result);
    const attachment = {
      id: deriveId('attachment', tenant, commandId),
      bytes: Buffer.byteLength(written),
      sha256: createHash('sha256').update(written).digest('hex'),
    };
    const of = { tenant, commandId, userId, skill, version, content: written, storedAtMs: this.clock.now() };
    try {
      return (await this.store.keep({ ...of, ...attachment }, madeAtMs)) ? attachment : undefined;
    } catch (error) {
      this.logger.warn({ err: error, command: commandId }, 'A full result could not be kept; its summary stands alone');
      return undefined;
    }
  }
}
