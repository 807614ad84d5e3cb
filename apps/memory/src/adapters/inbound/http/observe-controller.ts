import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { memorySpace } from '@plinth/contracts';
import { CurrentIdentity, Describe, orThrow, RequireScope, validBody, type Identity } from '@plinth/http';
import { sessionId } from '@plinth/kernel';
import { z } from 'zod';
import { ObserveDialogue } from '../../../features/observe-dialogue/observe-dialogue';
import { ResolveUser } from '../../../features/resolve-user/resolve-user';
import { actingFor } from './acting-for';
import { id, keyOf, locale, stamp, timeZone } from './body-parts';

export const observeBody = z.strictObject({
  user_id: id.optional(),
  session_id: id,
  role: z.enum(['user', 'assistant', 'tool']),
  text: z.string().min(1).max(32_000),
  now: stamp,
  time_zone: timeZone.default('UTC'),
  locale: locale.default(''),
  asked_candidate: id.optional(),
  space: memorySpace.optional(),
});

@Controller('v1/memory/observe')
@RequireScope('memory')
export class ObserveController {
  constructor(
    private readonly observeDialogue: ObserveDialogue,
    private readonly users: ResolveUser,
  ) {}

  @Describe('Takes in what was said in a dialogue.', {
    200: 'What was learned, and what waits for a word of the user.',
  })
  @Post()
  @HttpCode(200)
  async observe(
    @Body(validBody(observeBody)) body: z.output<typeof observeBody>,
    @Headers('idempotency-key') key: string | undefined,
    @CurrentIdentity() identity: Identity,
  ) {
    return orThrow(
      await this.observeDialogue.observe({
        tenant: identity.tenant,
        userId: await actingFor(this.users, identity, body.user_id),
        sessionId: sessionId(body.session_id),
        role: body.role,
        text: body.text,
        nowMs: body.now,
        timeZone: body.time_zone,
        locale: body.locale,
        ...(body.asked_candidate === undefined ? {} : { askedCandidate: body.asked_candidate }),
        ...(body.space === undefined ? {} : { space: body.space }),
        ...keyOf(key),
      }),
    );
  }
}
