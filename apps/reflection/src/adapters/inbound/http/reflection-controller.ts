import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { reflectionCheck, type DataOf } from '@plinth/contracts';
import { CurrentIdentity, Describe, RequireScope, validBody, type Identity } from '@plinth/http';
import { IdSource, messageId } from '@plinth/kernel';
import { CheckDraft } from '../../../features/check-draft/check-draft';
import { ListPolicies } from '../../../features/list-policies/list-policies';

/** For people who write policies: what holds, what is at fault, and what a draft would get. */
@Controller('v1/reflection')
@RequireScope('admin')
export class ReflectionController {
  constructor(
    private readonly checkDraft: CheckDraft,
    private readonly listPolicies: ListPolicies,
    private readonly ids: IdSource,
  ) {}

  @Describe('Lists the policies that hold, and those at fault.', { 200: 'The policies.' })
  @Get('policies')
  policies() {
    const { faults, ...inForce } = this.listPolicies.list();
    return { ...inForce, faults: faults.map(({ policy, at, rule }) => ({ policy, path: at, rule })) };
  }

  @Describe('Tells what the policies make of a draft.', { 200: 'The verdict.' })
  @Post('check')
  @HttpCode(200)
  check(
    @Body(validBody(reflectionCheck.schema)) data: DataOf<typeof reflectionCheck>,
    @CurrentIdentity() identity: Identity,
  ) {
    return this.checkDraft.check({
      id: messageId(this.ids.next()),
      tenant: identity.tenant,
      session: undefined,
      turn: undefined,
      data,
      oneWayMs: undefined,
      remainingMs: undefined,
    });
  }
}
