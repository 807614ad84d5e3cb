import { Controller, Delete, HttpCode, Param } from '@nestjs/common';
import { CurrentIdentity, Describe, orThrow, RequireScope, throwRefusal, valid, type Identity } from '@plinth/http';
import { sessionId } from '@plinth/kernel';
import { EndSession } from '../../../features/end-session/end-session';
import { askerOf } from './caller';
import { sessionPath, type SessionPath } from './turn-body';

@Controller('v1/sessions')
@RequireScope('turns')
export class SessionsController {
  constructor(private readonly endSession: EndSession) {}

  /** 204 also for a session that has ended already. */
  @Describe('Ends a session.', { 204: 'It has ended.' })
  @Delete(':session')
  @HttpCode(204)
  async end(@Param(valid(sessionPath)) { session }: SessionPath, @CurrentIdentity() caller: Identity): Promise<void> {
    const refused = await this.endSession.run(
      { tenant: caller.tenant, session: sessionId(session) },
      orThrow(askerOf(caller)),
    );
    if (refused) throwRefusal(refused);
  }
}
