import { Controller, Get, Param, Res } from '@nestjs/common';
import { CurrentIdentity, Describe, orThrow, RequireScope, type Identity } from '@plinth/http';
import type { Response } from 'express';
import { ReadAttachment } from '../../../features/read-attachment/read-attachment';
import { maySee } from './may-see';

@Controller('v1/attachments')
@RequireScope('skills')
export class AttachmentsController {
  constructor(private readonly readAttachment: ReadAttachment) {}

  /** The full result, byte for byte as its reference counted and hashed it. */
  @Describe('Reads the full result behind a summary.', { 200: 'The result, byte for byte.' })
  @Get(':id')
  async read(@Param('id') id: string, @CurrentIdentity() caller: Identity, @Res() response: Response): Promise<void> {
    const kept = orThrow(await this.readAttachment.read(caller.tenant, id, (userId) => maySee(caller, userId)));
    response.status(200).set({ 'Content-Type': 'application/json; charset=utf-8', ETag: `"${kept.sha256}"` });
    response.send(Buffer.from(kept.content));
  }
}
