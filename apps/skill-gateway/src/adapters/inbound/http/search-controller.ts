import { lowerSnakeName } from '@plinth/contracts';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Describe, RequireScope, validBody } from '@plinth/http';
import { z } from 'zod';
import { SearchSkills } from '../../../features/search-skills/search-skills';

const MAX_QUERY = 4_000;

export const searchBody = z.strictObject({
  query: z.string().min(1).max(MAX_QUERY),
  top_k: z.int().min(1).max(50).default(5),
  /** The only skills to choose from, as for a caller that may use no others. */
  among: z.array(lowerSnakeName).max(5_000).optional(),
});
type SearchBody = z.output<typeof searchBody>;

@Controller('v1/skills')
@RequireScope('skills')
export class SearchController {
  constructor(private readonly searchSkills: SearchSkills) {}

  /** The skills for a text, best first with reasons; `fits` is false when none does what was asked. */
  @Describe('Finds the skills that fit a text, or says that none does.', { 200: 'The skills by how well they fit.' })
  @Post('search')
  @HttpCode(200)
  search(@Body(validBody(searchBody)) { query, top_k, among }: SearchBody) {
    return this.searchSkills.search(query, top_k, among && new Set(among));
  }
}
