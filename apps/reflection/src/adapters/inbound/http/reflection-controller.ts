import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { reflectionCheck } from '@plinth/contracts';
import { CurrentIdentity, parseBody, RequireScope, throwRefusal, type Identity } from '@plinth/http';
import { IdSource, isRefusal, messageId } from '@plinth/kernel';
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

  @Get('policies')
  policies() {
    const { faults, ...inForce } = this.listPolicies.list();
    return { ...inForce, faults: faults.map(({ policy, at, rule }) => ({ policy, path: at, rule })) };
  }

  @Post('check')
  @HttpCode(200)
  check(@Body() body: unknown, @CurrentIdentity() identity: Identity) {
    const data = parseBody(reflectionCheck.schema, body);
    if (isRefusal(data)) throwRefusal(data);
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
