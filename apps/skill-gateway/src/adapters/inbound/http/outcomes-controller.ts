import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { outcomeParts } from '@plinth/contracts';
import { CurrentIdentity, Describe, RequireScope, throwRefusal, validBody, type Identity } from '@plinth/http';
import { z } from 'zod';
import { RecordOutcome, type ToldOutcome } from '../../../features/record-outcome/record-outcome';
import { toldOutcome } from '../../../features/record-outcome/told-outcome';

const outcomeBody = z.strictObject(outcomeParts);
const { call_id: _callId, session_id: _session, turn_id: _turn, skill: _skill, ...said } = outcomeParts;
const callOutcomeBody = z.strictObject(said);

/** What became of calls (S9). The same one again changes nothing; one that comes before its call waits for it. */
@Controller('v1/skills/outcomes')
@RequireScope('skills')
export class OutcomesController {
  constructor(private readonly recordOutcome: RecordOutcome) {}

  @Describe('Reports what became of the calls of a turn: resolved, or complained about.', { 202: 'It is recorded.' })
  @Post()
  @HttpCode(202)
  report(@Body(validBody(outcomeBody)) body: z.output<typeof outcomeBody>, @CurrentIdentity() identity: Identity) {
    return this.keep(identity, toldOutcome(body));
  }

  @Describe('Reports what became of one call.', { 202: 'It is recorded.' })
  @Post(':call')
  @HttpCode(202)
  reportCall(
    @Param('call') call: string,
    @Body(validBody(callOutcomeBody)) body: z.output<typeof callOutcomeBody>,
    @CurrentIdentity() identity: Identity,
  ) {
    return this.keep(identity, toldOutcome({ ...body, call_id: call }));
  }

  private async keep({ tenant }: Identity, told: ToldOutcome) {
    const refused = await this.recordOutcome.record(tenant, told);
    if (refused) throwRefusal(refused);
    return { status: 'recorded' };
  }
}
