import { Body, Controller, HttpCode, Param, Post, Put } from '@nestjs/common';
import { CurrentIdentity, Describe, orThrow, RequireScope, valid, validBody, type Identity } from '@plinth/http';
import { z } from 'zod';
import { AnswerCandidate } from '../../../features/answer-candidate/answer-candidate';
import { ResolveUser } from '../../../features/resolve-user/resolve-user';
import { actingFor } from './acting-for';
import { id } from './body-parts';

export const candidatePath = z.strictObject({ id, answer: z.enum(['confirm', 'refuse']) });
const user = z.strictObject({ id });
export const whose = z.strictObject({ user_id: id.optional() }).default({});
/** Null leaves the choice to the tenant. */
export const modeBody = z.strictObject({ mode: z.enum(['confirm', 'learn']).nullable() });

/** What waits for the user's word, and whether it has to (M12). */
@Controller('v1/memory')
@RequireScope('memory')
export class CandidatesController {
  constructor(
    private readonly answerCandidate: AnswerCandidate,
    private readonly users: ResolveUser,
  ) {}

  @Describe('Confirms or refuses what memory would learn of a user.', { 200: 'What became of the candidate.' })
  @Post('candidates/:id/:answer')
  @HttpCode(200)
  async answer(
    @Param(valid(candidatePath)) { id: candidateId, answer }: z.output<typeof candidatePath>,
    @Body(valid(whose)) body: z.output<typeof whose>,
    @CurrentIdentity() identity: Identity,
  ) {
    const userId = await actingFor(this.users, identity, body.user_id);
    return orThrow(await this.answerCandidate.answer({ tenant: identity.tenant, userId, candidateId, answer }));
  }

  @Describe('Chooses whether memory asks a user before it learns.', { 200: 'The choice.' })
  @Put('users/:id/mode')
  async mode(
    @Param(valid(user)) params: z.output<typeof user>,
    @Body(validBody(modeBody)) body: z.output<typeof modeBody>,
    @CurrentIdentity() identity: Identity,
  ) {
    const userId = await actingFor(this.users, identity, params.id);
    await this.answerCandidate.chooseMode(identity.tenant, userId, body.mode);
    return { user_id: userId, mode: body.mode };
  }
}
