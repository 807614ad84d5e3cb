import { Body, Controller, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Describe, orThrow, RequireScope, validBody } from '@plinth/http';
import { CompleteSkill } from '../../../features/import-skills/complete-skill';
import { ImportSkills } from '../../../features/import-skills/import-skills';
import { completionBody, importBody, importedJson, wishOf, type CompletionBody, type ImportBody } from './import-body';

/** Skills from the descriptions of others; they serve every tenant, hence the scope. */
@Controller('v1')
@RequireScope('skills', 'operator')
export class ImportsController {
  constructor(
    private readonly importSkills: ImportSkills,
    private readonly completeSkill: CompleteSkill,
  ) {}

  /** 200 with what came in, what was there already, and what stays out and why; doing it again changes nothing. */
  @Describe('Imports the tools of an MCP server, the operations of an OpenAPI document or a list of tools as skills.', {
    200: 'What came in, what was there, and what stays out and why.',
  })
  @Post('imports')
  @HttpCode(200)
  async import(@Body(validBody(importBody)) body: ImportBody) {
    return importedJson(orThrow(await this.importSkills.import(wishOf(body))));
  }

  /** The manifest as completed; 409 `already_complete` for a version that is. */
  @Describe('Completes the contract of an imported version.', { 200: 'The manifest as completed.' })
  @Put('skills/:name/:version/completion')
  async complete(
    @Param('name') name: string,
    @Param('version') version: string,
    @Body(validBody(completionBody)) body: CompletionBody,
  ) {
    return orThrow(await this.completeSkill.complete(name, version, body));
  }
}
