import { Controller, Get, Header, Headers, Param } from '@nestjs/common';
import { Describe, orThrow, RequireScope } from '@plinth/http';
import { listPage } from '../../../domain/catalogue-page/list-page';
import { SERVED } from '../../../domain/catalogue-page/skill-entry';
import { skillPage } from '../../../domain/catalogue-page/skill-page';
import { PublishCatalogue } from '../../../features/publish-catalogue/publish-catalogue';
import { languageAsked } from './language-asked';

const HTML = 'text/html; charset=utf-8';
/** What manifests say is foreign: whatever became of it, nothing in a page runs or loads. */
const NOTHING_RUNS = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The skills for people to read, in Chinese or English by `Accept-Language` (S2). */
@Controller('v1/catalogue')
@RequireScope('skills')
export class CatalogueController {
  constructor(private readonly publishCatalogue: PublishCatalogue) {}

  @Describe('Shows all skills as a page.', { 200: 'The page.' }, { produces: ['text/html'] })
  @Get()
  @Header('Content-Type', HTML)
  @Header('Content-Security-Policy', NOTHING_RUNS)
  @Header('X-Content-Type-Options', 'nosniff')
  all(@Headers('accept-language') languages: string | undefined): string {
    return listPage(this.publishCatalogue.all(), languageAsked(languages), SERVED);
  }

  @Describe(
    'Shows a skill as a page: contract, versions, rollout, how to call it.',
    { 200: 'The page.' },
    { produces: ['text/html'] },
  )
  @Get(':skill')
  @Header('Content-Type', HTML)
  @Header('Content-Security-Policy', NOTHING_RUNS)
  @Header('X-Content-Type-Options', 'nosniff')
  async one(@Param('skill') skill: string, @Headers('accept-language') languages: string | undefined): Promise<string> {
    return skillPage(orThrow(await this.publishCatalogue.one(skill)), languageAsked(languages), SERVED);
  }
}
